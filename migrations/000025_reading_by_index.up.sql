-- Counting a group's credentials reads this index alone: it has the department, which row-level security asks for.
drop index credentials_group_idx;
create index credentials_group_idx on credentials (department_id, group_id, id desc) where state <> 'deleted';

-- What renews a credential is asked for whenever one is read.
create index credentials_supersedes_idx on credentials (supersedes_id) where supersedes_id is not null;
