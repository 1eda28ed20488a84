-- Lists are counted, and leafed through, in indexes alone: they have the group, which row-level security asks for where a key is limited
-- to some groups.
drop index credentials_department_idx, credentials_state_idx;
create index credentials_department_idx on credentials (department_id, id desc) include (group_id) where state <> 'deleted';
create index credentials_state_idx on credentials (department_id, state, id desc) include (group_id) where state <> 'deleted';
