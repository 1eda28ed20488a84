drop index credentials_group_idx;
create index credentials_group_idx on credentials (department_id, group_id, id desc) where state <> 'deleted';
