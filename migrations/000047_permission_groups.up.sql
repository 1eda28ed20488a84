-- Permission groups give members more than their roles do: a level in some groups, and permissions for the whole department.
create table permission_groups (
	id bigint generated always as identity,
	department_id bigint not null,
	name text not null,
	description text not null default '',
	level text not null,
	scope text not null,
	targets text[] not null default '{}', -- the IDs of groups or of collections, or tags
	permissions text not null default '', -- sorted names, separated by commas
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint permission_groups_pkey primary key (id),
	constraint permission_groups_department_id_fkey foreign key (department_id) references departments (id),
	constraint permission_groups_department_id_key unique (department_id, id),
	constraint permission_groups_name_check check (char_length(name) between 1 and 100),
	constraint permission_groups_description_check check (char_length(description) <= 1000),
	constraint permission_groups_level_check check (level in ('viewer', 'drafter', 'issuer', 'manager')),
	constraint permission_groups_scope_check check (scope in ('all', 'groups', 'tags', 'collections')),
	constraint permission_groups_targets_check check ((scope = 'all') = (cardinality(targets) = 0) and cardinality(targets) <= 100),
	constraint permission_groups_permissions_check check (permissions ~ '^([a-z_]+(,[a-z_]+)*)?$')
);
create unique index permission_groups_name_key on permission_groups (department_id, lower(name));
call protect_by_department('permission_groups');

create table permission_group_members (
	department_id bigint not null,
	permission_group_id bigint not null,
	user_id bigint not null,
	constraint permission_group_members_pkey primary key (user_id, department_id, permission_group_id),
	constraint permission_group_members_group_fkey foreign key (department_id, permission_group_id)
		references permission_groups (department_id, id) on delete cascade,
	constraint permission_group_members_member_fkey foreign key (user_id, department_id)
		references memberships (user_id, department_id) on delete cascade
);
create index permission_group_members_group_idx on permission_group_members (department_id, permission_group_id);
call protect_by_department('permission_group_members');

-- What a member may do: their role, and behind it the grants of their permission groups, as in 'viewer;7:issuer::3,17;9:viewer:manage_designs:*'.
-- A grant names the permission group, the level, the permissions for the whole department, and the IDs of the groups: '*' for all, and '0'
-- for none.
create function member_role(of_department bigint, of_user bigint, own_role text) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
	select own_role || coalesce(string_agg(';' || p.id || ':' || p.level || ':' || p.permissions || ':' || case p.scope when 'all' then '*' else coalesce((
		select string_agg(found.id::text, ',' order by found.id) from (
			select unnest(case p.scope when 'groups' then p.targets end)::bigint where p.scope = 'groups'
			union select g.id from groups g where p.scope = 'tags' and g.department_id = p.department_id and g.tags && p.targets
			union select c.group_id from collection_groups c where p.scope = 'collections' and c.department_id = p.department_id
				and c.collection_id in (select unnest(case p.scope when 'collections' then p.targets end)::uuid)
		) found (id)), '0') end, '' order by p.id), '')
	from permission_group_members m join permission_groups p on p.department_id = m.department_id and p.id = m.permission_group_id
	where m.department_id = of_department and m.user_id = of_user
$$;

-- Members who see nothing but what their permission groups give.
alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check check (
	role in ('owner', 'administrator', 'designer', 'issuer', 'viewer', 'member')
	or role ~ '^role:[0-9]+:([a-z_]+(,[a-z_]+)*)?$'
	or role ~ '^partial:((analytics|attributes|designs|editor|emails|settings)(,(analytics|attributes|designs|editor|emails|settings)){0,5})?(/[0-9]+(,[0-9]+)*)?$'
);
