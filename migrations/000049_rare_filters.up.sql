-- What is rare among very many is found by an index of its own: a page of it would otherwise read all credentials of a department.
create index credentials_unreached_idx on credentials (department_id, email_status, id desc) include (group_id, test)
	where email_status in ('bounced', 'complained', 'suppressed') and state <> 'deleted';
create index credentials_private_idx on credentials (department_id, id desc) include (group_id, test) where private and state <> 'deleted';
-- Those of some days are counted in the index that finds them.
drop index credentials_issued_idx;
create index credentials_issued_idx on credentials (department_id, issued_on, id) include (group_id, test) where state <> 'deleted';
