-- The roles of a department's own making. The built-in ones are in the program.
create table roles (
	id bigint generated always as identity,
	department_id bigint not null,
	name text not null,
	description text not null default '',
	permissions text not null default '', -- sorted names, separated by commas
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint roles_pkey primary key (id),
	constraint roles_department_id_fkey foreign key (department_id) references departments (id),
	constraint roles_name_check check (char_length(name) between 1 and 100),
	constraint roles_description_check check (char_length(description) <= 1000),
	constraint roles_permissions_check check (permissions ~ '^([a-z_]+(,[a-z_]+)*)?$')
);
create unique index roles_name_key on roles (department_id, lower(name));
call protect_by_department('roles');

-- A custom role is 'role:12:permission,permission', so that resolving a session reads nothing but the membership. The trigger writes
-- what is after the ID, and waits for a change of the role that is under way.
create function expand_role() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
	found_permissions text;
begin
	if new.role like 'role:%' then
		select r.permissions into found_permissions from roles r
		where r.department_id = new.department_id and r.id = split_part(new.role, ':', 2)::bigint for share;
		if not found then
			raise foreign_key_violation using message = 'the role does not exist', constraint = 'roles_exist';
		end if;
		new.role := 'role:' || split_part(new.role, ':', 2) || ':' || found_permissions;
	end if;
	return new;
end $$;
create trigger memberships_expand_role before insert or update of role on memberships for each row execute function expand_role();
create trigger invitations_expand_role before insert or update of role on invitations for each row execute function expand_role();

-- A change of a role's permissions applies to everyone who has it.
create function spread_role() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	update memberships m set role = m.role where m.department_id = new.department_id and m.role like 'role:' || new.id || ':%';
	update invitations i set role = i.role where i.department_id = new.department_id and i.role like 'role:' || new.id || ':%';
	return null;
end $$;
create trigger roles_spread after update of permissions on roles for each row execute function spread_role();

alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check check (
	role in ('owner', 'administrator', 'designer', 'issuer', 'viewer')
	or role ~ '^role:[0-9]+:([a-z_]+(,[a-z_]+)*)?$'
	or role ~ '^partial:((analytics|attributes|designs|editor|emails|settings)(,(analytics|attributes|designs|editor|emails|settings)){0,5})?(/[0-9]+(,[0-9]+)*)?$'
);
