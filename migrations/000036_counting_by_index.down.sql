drop index credentials_department_idx, credentials_state_idx;
create index credentials_department_idx on credentials (department_id, id desc) where state <> 'deleted';
create index credentials_state_idx on credentials (department_id, state, id desc) where state <> 'deleted';
