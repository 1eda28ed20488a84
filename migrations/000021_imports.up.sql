-- Spreadsheets that credentials are made of.
create table imports (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	state text not null default 'uploaded'
		check (state in ('uploaded', 'parsed', 'mapped', 'validated', 'importing', 'completed', 'completed_with_errors', 'failed', 'cancelled')),
	revision integer not null default 1, -- grows with every choice, so that late work of an earlier one is dropped
	problem jsonb,                       -- why it failed: code, params
	object_key text not null,
	file_name text not null check (char_length(file_name) <= 300),
	format text not null check (format in ('csv', 'txt', 'xls', 'xlsx')),
	size bigint not null default 0,
	file_deleted_at timestamptz,
	sheets jsonb not null default '[]',
	sheet integer not null default 0,
	delimiter text not null default '',
	encoding text not null default '',
	header_row integer not null default 0,
	columns jsonb not null default '[]',
	mapping jsonb not null default '{}',
	remembered boolean not null default false,
	settings jsonb not null default '{}',
	total_rows integer not null default 0,
	good_rows integer not null default 0,
	warning_rows integer not null default 0,
	error_rows integer not null default 0,
	excluded_rows integer not null default 0,
	new_recipients integer not null default 0,
	problem_counts jsonb not null default '[]',
	notices jsonb not null default '[]',
	created integer not null default 0,
	updated integer not null default 0,
	skipped integer not null default 0,
	failed integer not null default 0,
	publish boolean not null default false,
	send_email boolean not null default false,
	hold_minutes integer not null default 0 check (hold_minutes between 0 and 60),
	publication_uuid uuid,
	consent_name text,
	consent_at timestamptz,
	undo jsonb,
	undone_at timestamptz,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_by_name text not null default '',
	created_at timestamptz not null,
	started_at timestamptz,
	finished_at timestamptz,
	expires_at timestamptz not null,
	constraint imports_department_id_key unique (department_id, id),
	constraint imports_consent_check check (started_at is null or consent_at is not null)
);
create index imports_department_idx on imports (department_id, id desc);
create index imports_expiry_idx on imports (expires_at);
create index imports_file_idx on imports (created_at) where file_deleted_at is null;
call protect_by_department('imports');

create table import_rows (
	import_id bigint not null,
	department_id bigint not null references departments,
	number integer not null, -- in the file, from 1
	cells jsonb not null,
	excluded boolean not null default false,
	errors smallint not null default 0,
	warnings smallint not null default 0,
	problems jsonb not null default '[]',
	outcome text check (outcome in ('created', 'updated', 'skipped', 'failed')), -- null: not yet worked
	reason jsonb,
	credential_id bigint,
	undone text check (undone in ('deleted', 'revoked', 'kept')),
	primary key (import_id, number),
	constraint import_rows_import_fkey foreign key (department_id, import_id) references imports (department_id, id) on delete cascade
);
create index import_rows_open_idx on import_rows (import_id, number) where outcome is null;
create index import_rows_problem_idx on import_rows (import_id, number) where errors > 0 or warnings > 0;
create index import_rows_failed_idx on import_rows (import_id, number) where outcome = 'failed';
create index import_rows_undo_idx on import_rows (import_id, number) where outcome = 'created' and undone is null;
call protect_by_department('import_rows');

-- How a department mapped files with the same columns last.
create table import_mappings (
	department_id bigint not null references departments,
	signature bytea not null, -- of the names of the columns
	mapping jsonb not null,
	updated_at timestamptz not null,
	primary key (department_id, signature)
);
call protect_by_department('import_mappings');

-- Which import a credential came from; imports are forgotten after a while, the number stays.
alter table credentials add column import_id bigint;
create index credentials_import_idx on credentials (department_id, import_id, id desc) where import_id is not null and state <> 'deleted';
create index credentials_recipient_id_idx on credentials (department_id, recipient_id) where recipient_id is not null and state <> 'deleted';
