-- What concerns the installation as a whole; one row. sealed_check is a known text sealed with LAUREL_SECRET_KEY at the first start, so
-- that a start with another key is refused at once.
create table installation (
	only_row boolean primary key default true check (only_row),
	sealed_check bytea not null,
	created_at timestamptz not null default now()
);
