alter table audit_events drop column if exists embed_session_id;
drop table if exists embed_tokens, embed_sessions, embed_grants, embed_origins, embed_settings;
