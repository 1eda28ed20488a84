-- The keys with which the identity provider of a connection says who belongs to a department. Only their hashes are stored.
create table scim_keys (
	id bigint generated always as identity,
	department_id bigint not null,
	connection_id bigint not null,
	token_hash bytea not null,
	last_characters text not null,
	created_by bigint,
	created_at timestamptz not null,
	last_used_at timestamptz,
	constraint scim_keys_pkey primary key (id),
	constraint scim_keys_token_hash_key unique (token_hash),
	constraint scim_keys_connection_fkey foreign key (department_id, connection_id) references sso_connections (department_id, id) on delete cascade,
	constraint scim_keys_created_by_fkey foreign key (created_by) references users (id) on delete set null
);
create index scim_keys_connection_idx on scim_keys (connection_id);
call protect_by_department('scim_keys');

-- The people whom the provider of a connection says there are, and the account of those who were ever active.
create table scim_users (
	id uuid not null,
	department_id bigint not null,
	connection_id bigint not null,
	user_id bigint,
	user_name text not null,
	external_id text not null,
	active boolean not null,
	attributes jsonb not null, -- as the provider sent them
	version bigint not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint scim_users_pkey primary key (id),
	constraint scim_users_connection_id_key unique (connection_id, id),
	constraint scim_users_connection_fkey foreign key (department_id, connection_id) references sso_connections (department_id, id) on delete cascade,
	constraint scim_users_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create unique index scim_users_user_name_key on scim_users (connection_id, lower(user_name));
create unique index scim_users_user_id_key on scim_users (department_id, user_id);
create index scim_users_external_id_idx on scim_users (connection_id, external_id);
create index scim_users_account_idx on scim_users (user_id);
call protect_by_department('scim_users');

-- The groups of the provider. What they give is said by the mappings of the connection.
create table scim_groups (
	id uuid not null,
	department_id bigint not null,
	connection_id bigint not null,
	display_name text not null,
	external_id text not null,
	version bigint not null default 1,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint scim_groups_pkey primary key (id),
	constraint scim_groups_connection_id_key unique (connection_id, id),
	constraint scim_groups_connection_fkey foreign key (department_id, connection_id) references sso_connections (department_id, id) on delete cascade
);
create unique index scim_groups_display_name_key on scim_groups (connection_id, lower(display_name));
call protect_by_department('scim_groups');

create table scim_members (
	department_id bigint not null,
	connection_id bigint not null,
	group_id uuid not null,
	user_id uuid not null,
	constraint scim_members_pkey primary key (group_id, user_id),
	constraint scim_members_group_fkey foreign key (connection_id, group_id) references scim_groups (connection_id, id) on delete cascade,
	constraint scim_members_user_fkey foreign key (connection_id, user_id) references scim_users (connection_id, id) on delete cascade
);
create index scim_members_user_idx on scim_members (user_id);
call protect_by_department('scim_members');
