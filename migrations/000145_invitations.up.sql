-- Who was invited into a department and has not accepted yet. A membership exists only once they did, so nothing of the person's account
-- is known to the department before that.

-- How a department names a member in the API: the id of the invitation they accepted. Everybody else keeps the id of their account. Both
-- come from one sequence, so an id never means two people.
alter table memberships add column member_id bigint;
select set_config('app.system', 'on', true);
update memberships set member_id = user_id where member_id is null;
select set_config('app.system', '', true);
create unique index memberships_member_id_key on memberships (department_id, member_id);

-- Processes of the previous release insert no member_id.
create function memberships_member_id() returns trigger language plpgsql as $$
begin
	new.member_id := coalesce(new.member_id, new.user_id);
	return new;
end $$;
create trigger memberships_member_id before insert on memberships for each row execute function memberships_member_id();

create table invitations (
	id bigint primary key default nextval('users_id_seq'),
	department_id bigint not null references departments,
	email text not null check (char_length(email) <= 320 and email = lower(email)),
	name text not null check (char_length(name) <= 255),
	language text not null default 'en',
	role text not null,
	token_hash bytea not null unique,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	unique (department_id, email)
);
create index invitations_expires_idx on invitations (expires_at);
call protect_by_department('invitations');
