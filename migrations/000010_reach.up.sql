-- Page views, engagement and webhooks.

-- Views of public pages, reported by browsers.
create table page_views (
	id bigint generated always as identity primary key,
	department_id bigint references departments,
	domain text not null,
	env text not null,
	property text not null,
	path text not null,
	data jsonb not null default '{}',
	created_at timestamptz not null
);
call protect_by_department('page_views');

-- Clicks on links of public pages, reported by browsers.
create table link_clicks (
	id bigint generated always as identity primary key,
	department_id bigint references departments,
	from_url text not null,
	to_url text not null,
	html text not null check (char_length(html) <= 256),
	aad text not null default '',
	created_at timestamptz not null
);
call protect_by_department('link_clicks');

-- The highest level of engagement with a credential: viewed, opened by its recipient, file downloaded or link followed, shared. It is a table of
-- its own so that visits never write to credentials.
create table credential_engagements (
	credential_id bigint primary key,
	department_id bigint not null,
	level smallint not null check (level between 1 and 4), -- viewed, opened, engaged, shared
	reached_at timestamptz not null,
	constraint credential_engagements_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index credential_engagements_level_idx on credential_engagements (department_id, level, credential_id);
call protect_by_department('credential_engagements');

-- Webhooks. The triggers below write an event in the transaction of the change, whichever code makes it, and a delivery for each webhook that
-- subscribed to the type.
create table webhooks (
	id bigint generated always as identity (start with 1001) primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique, -- additional data of the encryption of its secrets
	url text not null check (char_length(url) between 1 and 2048),
	description text not null default '' check (char_length(description) <= 255),
	events text[] not null check (cardinality(events) > 0),
	state text not null default 'active' check (state in ('active', 'paused')),
	paused_reason text check (paused_reason in ('person', 'failing')),
	api_version text not null default 'v1',
	sealed_secret bytea not null,
	sealed_previous bytea, -- also signs until previous_until
	previous_until timestamptz,
	failing_since timestamptz, -- no delivery succeeded since
	slow boolean not null default false, -- the last response was slow
	created_by bigint references users on delete set null,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint webhooks_department_id_key unique (department_id, id),
	constraint webhooks_paused_check check ((state = 'paused') = (paused_reason is not null)),
	constraint webhooks_previous_check check ((sealed_previous is null) = (previous_until is null))
);
create index webhooks_department_idx on webhooks (department_id, id desc);
create index webhooks_active_idx on webhooks (department_id) where state = 'active';
call protect_by_department('webhooks');

-- Events, each sent to any number of webhooks.
create table webhook_events (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique default gen_random_uuid(), -- the id for receivers, the same for every attempt
	type text not null,
	subject_kind text not null check (subject_kind in ('credential', 'evidence_item', 'name_change', 'import', 'design', 'webhook')),
	subject_id bigint not null,
	details jsonb not null default '{}', -- additional fields of the payload
	only_webhook_id bigint, -- of a test event: the only receiver
	occurred_at timestamptz not null,
	body text, -- the payload, built once before the first attempt
	constraint webhook_events_department_id_key unique (department_id, id),
	test boolean not null default false
);
create index webhook_events_subject_idx on webhook_events (department_id, type, subject_id, id desc);
create index webhook_events_occurred_idx on webhook_events (occurred_at);
call protect_by_department('webhook_events');

-- An event to be sent to a webhook, with its attempts.
create table webhook_deliveries (
	id bigint generated always as identity (start with 100001) primary key,
	department_id bigint not null references departments,
	webhook_id bigint not null,
	event_id bigint not null,
	state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
	attempts integer not null default 0, -- since it was requested
	next_at timestamptz not null default 'epoch', -- earliest time of the next attempt
	claimed_until timestamptz, -- lease of the worker that is sending it
	last_status integer, -- of the last response; null: none
	last_error text not null default '',
	last_ms integer,
	tried_at timestamptz,
	tries jsonb not null default '[]', -- the last attempts, oldest first
	created_at timestamptz not null,
	constraint webhook_deliveries_webhook_fkey foreign key (department_id, webhook_id) references webhooks (department_id, id) on delete cascade,
	constraint webhook_deliveries_event_fkey foreign key (department_id, event_id) references webhook_events (department_id, id) on delete cascade
);
create index webhook_deliveries_webhook_idx on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_state_idx on webhook_deliveries (webhook_id, state, id desc);
create index webhook_deliveries_due_idx on webhook_deliveries (webhook_id, next_at, id) where state = 'pending';
create index webhook_deliveries_claimed_idx on webhook_deliveries (webhook_id, claimed_until) where claimed_until is not null;
create index webhook_deliveries_event_idx on webhook_deliveries (event_id);
call protect_by_department('webhook_deliveries');

-- Whether an active webhook of the department subscribed to the event type.
create function webhook_wanted(department bigint, kind text) returns boolean language sql stable as $$
	select exists (select from webhooks w where w.department_id = department and w.state = 'active' and kind = any (w.events))
$$;

-- Marks events about test credentials, which may be gone when the event is sent.
create function webhook_events_of_tests() returns trigger language plpgsql as $$
begin
	new.test := credential_is_test(case new.subject_kind
		when 'credential' then new.subject_id
		when 'evidence_item' then (new.details ->> 'credential_id')::bigint
		when 'name_change' then (select n.credential_id from name_changes n where n.id = new.subject_id)
	end);
	return new;
end $$;

create trigger webhook_events_of_tests before insert on webhook_events for each row execute function webhook_events_of_tests();

-- Creates the deliveries of new events.
create function webhook_events_fan_out() returns trigger language plpgsql as $$
begin
	insert into webhook_deliveries (department_id, webhook_id, event_id, created_at)
	select e.department_id, w.id, e.id, e.occurred_at
	from told e
	join webhooks w on w.department_id = e.department_id
		and (w.id = e.only_webhook_id or e.only_webhook_id is null and w.state = 'active' and e.type = any (w.events))
	order by e.id;
	return null;
end $$;

create trigger webhook_events_fan_out after insert on webhook_events referencing new table as told
	for each statement execute function webhook_events_fan_out();

-- Writes the events of changed credentials. Drafts have no events except for their end. Receivers take credential.published for an achievement,
-- so a credential in progress has an event of its own and is published when it is completed.
create function webhook_tell_credentials() returns trigger language plpgsql as $$
begin
	if not exists (select from webhooks where state = 'active') then
		return null;
	end if;
	insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
	select n.department_id, t.type, 'credential', n.id, t.at
	from now_rows n
	join was_rows w on w.id = n.id
	cross join lateral (values
		(case
			when w.state <> 'deleted' and n.state = 'deleted' then 'credential.deleted'
			when n.state in ('draft', 'scheduled', 'deleted') then null
			when n.state = 'in_progress' and w.state not in ('in_progress', 'suspended', 'deleted') then 'credential.in_progress'
			when w.state in ('draft', 'scheduled') or w.state = 'in_progress' and n.state in ('published', 'expired') then 'credential.published'
			when w.state <> 'revoked' and n.state = 'revoked' and w.state <> 'deleted' then 'credential.revoked'
			when w.state <> 'suspended' and n.state = 'suspended' and w.state <> 'deleted' then 'credential.suspended'
			when w.state in ('suspended', 'deleted') and n.state <> w.state then 'credential.reinstated'
			when w.state = 'published' and n.state = 'expired' then 'credential.expired'
			when (w.group_id, w.license_id, w.recipient_name, w.recipient_email, w.recipient_id, w.recipient_phone, w.recipient_meta_data,
					w.name, w.description, w.issued_on, w.expired_on, w.grade, w.custom_attributes, w.private,
					w.private_key, w.complete, w.meta_data, w.snapshot, w.certificate_version_id, w.badge_version_id)
				is distinct from (n.group_id, n.license_id, n.recipient_name, n.recipient_email, n.recipient_id, n.recipient_phone, n.recipient_meta_data,
					n.name, n.description, n.issued_on, n.expired_on, n.grade, n.custom_attributes, n.private,
					n.private_key, n.complete, n.meta_data, n.snapshot, n.certificate_version_id, n.badge_version_id)
				then 'credential.updated'
		end, n.updated_at),
		(case when w.email_status <> 'bounced' and n.email_status = 'bounced' then 'email.bounced' end, now())
	) t (type, at)
	where t.type is not null and webhook_wanted(n.department_id, t.type)
	order by n.id;
	return null;
end $$;
-- The planner estimates one row for either transition table and would compare every old row with every new one.
alter function webhook_tell_credentials() set enable_nestloop = off;

create trigger webhook_tell after update on credentials referencing old table as was_rows new table as now_rows
	for each statement execute function webhook_tell_credentials();

-- Credentials may be inserted as issued; these have the same event as a draft that is published.
create function webhook_tell_issued() returns trigger language plpgsql as $$
begin
	if not exists (select from webhooks where state = 'active') then
		return null;
	end if;
	insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
	select n.department_id, t.type, 'credential', n.id, n.updated_at
	from now_rows n
	cross join lateral (select case n.state when 'in_progress' then 'credential.in_progress' else 'credential.published' end as type) t
	where n.state not in ('draft', 'scheduled', 'deleted') and webhook_wanted(n.department_id, t.type)
	order by n.id;
	return null;
end $$;

create trigger webhook_tell_issued after insert on credentials referencing new table as now_rows
	for each statement execute function webhook_tell_issued();

create function webhook_tell_evidence() returns trigger language plpgsql as $$
begin
	insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
	select n.department_id, 'evidence.submitted', 'evidence_item', n.id, jsonb_build_object('credential_id', n.credential_id), n.submitted_at
	from now_rows n
	where n.submitted_at is not null and webhook_wanted(n.department_id, 'evidence.submitted')
	order by n.id;
	return null;
end $$;

create trigger webhook_tell after insert on evidence_items referencing new table as now_rows
	for each statement execute function webhook_tell_evidence();

-- Evidence that was saved as a draft first, or changed after it was submitted, has the event when it is submitted (again).
create function webhook_tell_evidence_again() returns trigger language plpgsql as $$
begin
	if webhook_wanted(new.department_id, 'evidence.submitted') then
		insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
		values (new.department_id, 'evidence.submitted', 'evidence_item', new.id, jsonb_build_object('credential_id', new.credential_id), new.submitted_at);
	end if;
	return null;
end $$;

create trigger webhook_tell_again after update of submitted_at on evidence_items
	for each row when (new.submitted_at is not null and new.submitted_at is distinct from old.submitted_at)
	execute function webhook_tell_evidence_again();

create function webhook_tell_name_changes() returns trigger language plpgsql as $$
declare
	kind text := case when new.decided_at is null then 'name_change.created' else 'name_change.decided' end;
begin
	if webhook_wanted(new.department_id, kind) then
		insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
		values (new.department_id, kind, 'name_change', new.id, coalesce(new.decided_at, new.confirmed_at, new.created_at));
	end if;
	return null;
end $$;

create trigger webhook_tell_created after insert on name_changes for each row when (new.state <> 'unconfirmed') execute function webhook_tell_name_changes();

create trigger webhook_tell_confirmed after update of state on name_changes
	for each row when (old.state = 'unconfirmed' and new.state = 'pending') execute function webhook_tell_name_changes();

create trigger webhook_tell_decided after update of state on name_changes
	for each row when (old.state = 'pending' and new.state in ('approved', 'denied', 'auto_approved')) execute function webhook_tell_name_changes();

create function webhook_tell_imports() returns trigger language plpgsql as $$
begin
	if webhook_wanted(new.department_id, 'import.finished') then
		insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
		values (new.department_id, 'import.finished', 'import', new.id, jsonb_build_object('import_uuid', new.uuid), coalesce(new.finished_at, now()));
	end if;
	return null;
end $$;

create trigger webhook_tell after update of state on imports
	for each row when (old.state = 'importing' and new.state in ('completed', 'completed_with_errors', 'failed', 'cancelled'))
	execute function webhook_tell_imports();

create function webhook_tell_designs() returns trigger language plpgsql as $$
begin
	if webhook_wanted(new.department_id, 'design.updated') then
		insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
		values (new.department_id, 'design.updated', 'design', new.id, new.updated_at);
	end if;
	return null;
end $$;

create trigger webhook_tell after update of name, current_version_id on designs
	for each row when (old.current_version_id is not null
		and (old.name is distinct from new.name or old.current_version_id is distinct from new.current_version_id))
	execute function webhook_tell_designs();

-- Writes the events of views and shares of a credential page. Anyone can report them, so at most one per credential and type is written every ten
-- minutes. The department's own people do not count.
create function webhook_tell_views() returns trigger language plpgsql as $$
declare
	kind text := case new.property when 'share' then 'credential.shared' else 'credential.viewed' end;
	reference text := substr(new.path, 2);
	seen record;
begin
	if not exists (select from webhooks where state = 'active' and kind = any (events)) then
		return null;
	end if;
	select c.id, c.department_id into seen from credentials c
	where c.state not in ('draft', 'scheduled', 'deleted')
		and case when reference ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then c.uuid = reference::uuid else c.encoded_id = reference end;
	if not found or seen.department_id is not distinct from new.department_id or not webhook_wanted(seen.department_id, kind)
		or exists (select from webhook_events e where e.department_id = seen.department_id and e.type = kind and e.subject_id = seen.id
			and e.occurred_at > new.created_at - interval '10 minutes') then
		return null;
	end if;
	insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
	values (seen.department_id, kind, 'credential', seen.id,
		case when kind = 'credential.shared' then jsonb_build_object('way', left(coalesce(new.data ->> 'way', ''), 20)) else '{}' end, new.created_at);
	return null;
end $$;

create trigger webhook_tell after insert on page_views
	for each row when (new.path ~ '^/[^/]*[0-9][^/]*$') execute function webhook_tell_views();
