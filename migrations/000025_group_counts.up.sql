-- Counting a group's credentials reads this index alone: it has the department, which row-level security asks for.
drop index credentials_group_idx;
create index credentials_group_idx on credentials (department_id, group_id, id desc) where state <> 'deleted';
