-- The start page counts what is about to expire. Behind row-level security, coalesce() hides a column from an index.
create index concurrently if not exists credentials_expiring_idx on credentials (department_id, expired_on) include (group_id, test)
	where state = 'published' and expired_on is not null;
