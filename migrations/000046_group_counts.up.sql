-- Counting a group's credentials reads whether each is a test, which is then in the index that finds them.
drop index credentials_group_idx;
create index credentials_group_idx on credentials (department_id, group_id, id desc) include (test) where state <> 'deleted';
