set local app.system = 'on';
update recipient_collections set visibility = 'link' where visibility = 'public';
set local app.system = '';
alter table recipient_collections drop constraint recipient_collections_visibility_check;
alter table recipient_collections add constraint recipient_collections_visibility_check check (visibility in ('private', 'link'));
drop table if exists recipient_slugs, recipient_profile_credentials, recipient_profiles, recipient_photos;
