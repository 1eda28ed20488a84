-- A request to carry the texts that a group has now to what it issued before.
create table rewordings (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	group_id bigint not null,
	total_count integer not null,
	done_count integer not null default 0,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_at timestamptz not null,
	finished_at timestamptz,
	constraint rewordings_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade
);
create index rewordings_group_idx on rewordings (group_id, id desc);
call protect_by_department('rewordings');
