drop index credentials_issued_idx;
create index credentials_issued_idx on credentials (department_id, issued_on, id) where state <> 'deleted';
drop index credentials_private_idx, credentials_unreached_idx;
