drop index credentials_supersedes_idx;
drop index credentials_group_idx;
create index credentials_group_idx on credentials (group_id, id desc) where state <> 'deleted';
