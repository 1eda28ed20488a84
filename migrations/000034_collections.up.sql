-- Collections put groups of a department together under a name, such as a programme. A group may be in several.
create table collections (
	id uuid primary key default gen_random_uuid(),
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 255),
	description text not null default '' check (char_length(description) <= 5000),
	public boolean not null default false,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint collections_department_id_key unique (department_id, id)
);
create index collections_name_idx on collections (department_id, lower(name), id);
call protect_by_department('collections');

create table collection_groups (
	department_id bigint not null,
	collection_id uuid not null,
	group_id bigint not null,
	primary key (collection_id, group_id),
	constraint collection_groups_collection_fkey foreign key (department_id, collection_id) references collections (department_id, id) on delete cascade,
	constraint collection_groups_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade
);
create index collection_groups_group_idx on collection_groups (department_id, group_id);
call protect_by_department('collection_groups');
-- A key that is limited to some groups sees of a collection those alone.
create policy key_groups on collection_groups as restrictive
	using ((select app_groups()) is null or group_id = any ((select app_groups())::bigint[]));
