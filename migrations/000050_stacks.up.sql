-- A group may have prerequisites: who holds a credential of each of these groups is issued one of it.
alter table groups
	add column prerequisites_after date, -- nothing is issued for prerequisites before that day
	add column prerequisites_lost text not null default 'keep' check (prerequisites_lost in ('keep', 'suspend', 'revoke'));

create table group_prerequisites (
	department_id bigint not null,
	group_id bigint not null,
	prerequisite_id bigint not null check (prerequisite_id <> group_id),
	primary key (group_id, prerequisite_id),
	constraint group_prerequisites_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade,
	constraint group_prerequisites_prerequisite_fkey foreign key (department_id, prerequisite_id) references groups (department_id, id)
);
create index group_prerequisites_prerequisite_idx on group_prerequisites (department_id, prerequisite_id);
call protect_by_department('group_prerequisites');

-- Groups whose prerequisites may be met, or not be met any more, since something changed. Rows are only added and taken, never changed,
-- so that those who publish at the same time do not wait for each other.
create table stack_marks (
	id bigint generated always as identity primary key,
	department_id bigint not null,
	group_id bigint not null
);
call protect_by_department('stack_marks');

-- Who was issued a credential of a group for its prerequisites, so that nobody is twice, whatever became of the first. Addresses
-- outlive the credentials only as hashes.
create table stack_results (
	department_id bigint not null,
	group_id bigint not null,
	address_hash bytea not null,
	credential_id bigint, -- null once it was purged
	suspended_at timestamptz, -- since when it is suspended for a prerequisite that was lost; that of the credential
	created_at timestamptz not null,
	primary key (group_id, address_hash),
	constraint stack_results_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade,
	constraint stack_results_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete set null (credential_id)
);
create index stack_results_credential_idx on stack_results (department_id, credential_id);
call protect_by_department('stack_results');

-- Departments without prerequisites pay for one look that finds nothing.
create function stacks_tell_credentials() returns trigger language plpgsql as $$
begin
	if not exists (select from group_prerequisites) then
		return null;
	end if;
	insert into stack_marks (department_id, group_id)
	select distinct p.department_id, p.group_id
	from now_rows n
	join was_rows w on w.id = n.id
	join group_prerequisites p on p.department_id = n.department_id and p.prerequisite_id in (n.group_id, w.group_id)
	where not n.test and (n.state, n.group_id, n.recipient_address) is distinct from (w.state, w.group_id, w.recipient_address);
	return null;
end $$;
alter function stacks_tell_credentials() set enable_nestloop = off; -- either table is taken for one row, whatever it holds
create trigger stacks_tell after update on credentials referencing old table as was_rows new table as now_rows
	for each statement execute function stacks_tell_credentials();

create function stacks_tell_prerequisites() returns trigger language plpgsql as $$
begin
	insert into stack_marks (department_id, group_id) values (new.department_id, new.group_id);
	return null;
end $$;
create trigger stacks_tell after insert on group_prerequisites for each row execute function stacks_tell_prerequisites();

create function stacks_tell_groups() returns trigger language plpgsql as $$
begin
	insert into stack_marks (department_id, group_id)
	select p.department_id, p.group_id from group_prerequisites p
	where p.department_id = new.department_id and p.group_id = new.id limit 1;
	return null;
end $$;
create trigger stacks_tell after update of state, prerequisites_after, prerequisites_lost on groups
	for each row when ((old.state, old.prerequisites_after, old.prerequisites_lost) is distinct from (new.state, new.prerequisites_after, new.prerequisites_lost))
	execute function stacks_tell_groups();
