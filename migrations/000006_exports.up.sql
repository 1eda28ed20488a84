-- A bundle of files that somebody asked for: first every file is made ready, then it can be fetched until it expires.
create table exports (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	kind text not null check (kind in ('certificate', 'certificate_print', 'badge')),
	input_count integer not null check (input_count > 0),
	ready_count integer not null default 0,
	left_out_count integer not null default 0,
	created_by bigint references users on delete cascade,
	api_key_id bigint references api_keys on delete cascade,
	created_at timestamptz not null,
	finished_at timestamptz,
	expires_at timestamptz not null,
	check (ready_count + left_out_count <= input_count)
);
create index exports_asker_idx on exports (department_id, created_by, id desc);
create index exports_expiry_idx on exports (expires_at);
call protect_by_department('exports');

create table export_items (
	export_id bigint not null references exports on delete cascade,
	department_id bigint not null references departments,
	credential_id bigint not null,
	outcome text, -- null: not yet looked at; 'ready', or the reason why it is left out
	primary key (export_id, credential_id),
	constraint export_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index export_items_open_idx on export_items (export_id, credential_id) where outcome is null;
create index export_items_credential_idx on export_items (department_id, credential_id);
call protect_by_department('export_items');
