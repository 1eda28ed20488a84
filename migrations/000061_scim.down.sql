drop table if exists scim_members, scim_groups, scim_users, scim_keys;
