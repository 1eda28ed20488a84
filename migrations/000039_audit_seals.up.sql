-- The chain of each department's audit log: an entry's place, the salted digest of what may be about a person, and the head of the chain
-- after it. What is about a person can be erased together with the salt; the chain still holds.
create table audit_seals (
	department_id bigint not null,
	position bigint not null,
	event_id bigint not null,
	salt bytea,
	digest bytea not null,
	head bytea not null,
	constraint audit_seals_pkey primary key (department_id, position),
	constraint audit_seals_department_id_fkey foreign key (department_id) references departments (id),
	constraint audit_seals_event_id_key unique (event_id)
);
alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy department on audit_seals using (coalesce(coalesce(department_id, 0) = (select app_wall()), true));
-- The application can only append, as to the log itself.
revoke update, delete on audit_seals from laurel_app;

-- The heads that a department signed, one a day at most.
create table audit_heads (
	department_id bigint not null,
	position bigint not null,
	signed_at timestamptz not null,
	token text not null,
	constraint audit_heads_pkey primary key (department_id, position),
	constraint audit_heads_department_id_fkey foreign key (department_id) references departments (id)
);
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy department on audit_heads using (coalesce(coalesce(department_id, 0) = (select app_wall()), true));
revoke update, delete on audit_heads from laurel_app;

-- How far the log is sealed. Everything up to settled_id is. Entries are numbered before they are committed, so an ID settles only when
-- every transaction that was running when it was the newest has ended: pending_id settles when pending_xid is over.
create table audit_sealing (
	only_row boolean default true not null,
	settled_id bigint default 0 not null,
	pending_id bigint,
	pending_xid bigint,
	constraint audit_sealing_pkey primary key (only_row),
	constraint audit_sealing_only_row_check check (only_row)
);
insert into audit_sealing default values;
revoke insert, delete on audit_sealing from laurel_app;

-- Erasing details erases their salt. Sealing and erasing exclude each other, so that nothing is sealed as it was before it was erased.
create function audit_seal_lock() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	perform pg_advisory_xact_lock(hashtext('audit_seal'));
	return null;
end $$;
create function audit_unsalt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
	update audit_seals s set salt = null from changed e where s.event_id = e.id and s.salt is not null;
	return null;
end $$;
create trigger audit_seal_lock before update on audit_events for each statement execute function audit_seal_lock();
create trigger audit_unsalt after update on audit_events referencing new table as changed for each statement execute function audit_unsalt();

-- next step
-- Lists the log by time.
create index concurrently if not exists audit_events_time_idx on audit_events (department_id, created_at, id);
