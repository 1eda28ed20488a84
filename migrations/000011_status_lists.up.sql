-- Pairs of lists that tell the world which signed credentials do not hold: one for revocations, one for suspensions. The
-- signed lists are kept, so that every process serves the same bytes; they are signed anew once the version has moved on.
create table status_lists (
	department_id bigint not null references departments,
	number integer not null check (number > 0),
	version bigint not null default 1,
	signed_version bigint not null default 0,
	revocation text not null default '',
	suspension text not null default '',
	primary key (department_id, number)
);
call protect_by_department('status_lists');

-- The place of a credential in both lists of a pair. It is never given again, so the row outlives the credential.
create table status_entries (
	department_id bigint not null references departments,
	number integer not null,
	position integer not null check (position between 0 and 131071),
	credential_id bigint,
	primary key (department_id, number, position),
	constraint status_entries_list_fkey foreign key (department_id, number) references status_lists (department_id, number),
	constraint status_entries_credential_key unique (department_id, credential_id),
	constraint status_entries_credential_fkey foreign key (department_id, credential_id)
		references credentials (department_id, id) on delete set null (credential_id)
);
call protect_by_department('status_entries');
revoke update, delete on status_entries from laurel_app;

-- What does not hold at present: deleted credentials neither.
create function withheld(state text) returns boolean language sql immutable parallel safe
	as $$ select state in ('suspended', 'revoked', 'deleted') $$;

-- However the standing of credentials changes, their lists move on: once, however many they are.
create function status_lists_move_on() returns trigger language plpgsql as $$
begin
	update status_lists l set version = l.version + 1
	from (
		select distinct e.department_id, e.number
		from now_rows n
		join was_rows w on w.id = n.id and (withheld(w.state) <> withheld(n.state) or (w.revoked_at is null) <> (n.revoked_at is null))
		join status_entries e on e.department_id = n.department_id and e.credential_id = n.id
	) moved
	where l.department_id = moved.department_id and l.number = moved.number;
	return null;
end $$;
create trigger credentials_standing after update on credentials referencing old table as was_rows new table as now_rows
	for each statement execute function status_lists_move_on();
