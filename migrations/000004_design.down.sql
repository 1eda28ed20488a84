drop table if exists embed_tokens, embed_sessions, embed_grants, embed_origins, embed_settings, font_files, font_names, fonts;
drop function if exists unescaped(text);
alter table if exists designs drop constraint if exists designs_current_version_fkey;
drop table if exists design_versions, designs, uploads, attribute_keys;
