-- Rows of a list as a file for spreadsheets. A job writes them to the file store piece by piece, and goes on where it stopped.
create table data_exports (
	id bigint generated always as identity (start with 1001) primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique, -- names its pieces in the file store
	entity text not null check (entity in
		('organizations', 'credentials', 'credential_analytics', 'groups', 'designs', 'attributes', 'publications', 'outcomes', 'mails', 'audit')),
	format text not null check (format in ('csv', 'xlsx')),
	filter jsonb not null default '{}',
	column_names text[] not null default '{}', -- as they were at the start
	total_count integer not null,
	row_count integer not null default 0,
	piece_count integer not null default 0,
	last_id bigint not null default 0,
	state text not null default 'scheduled' check (state in ('scheduled', 'processing', 'completed', 'errored')),
	created_by bigint references users on delete cascade,
	api_key_id bigint references api_keys on delete cascade,
	created_at timestamptz not null,
	finished_at timestamptz,
	expires_at timestamptz not null,
	check ((finished_at is not null) = (state in ('completed', 'errored')))
);
create index data_exports_asker_idx on data_exports (department_id, created_by, id desc);
create index data_exports_expiry_idx on data_exports (expires_at);
call protect_by_department('data_exports');
