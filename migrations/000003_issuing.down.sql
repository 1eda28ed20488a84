drop table if exists link_clicks, page_views, mails, publication_items, publications, credentials, groups cascade;
drop table if exists design_versions, designs cascade;
drop function if exists unescaped;
drop table if exists uploads, attribute_keys;
