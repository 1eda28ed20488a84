-- A credential that is issued before it is completed is in progress: it has a page and documents that say so, and no signed badge.
alter table credentials drop constraint credentials_state_check;
alter table credentials add constraint credentials_state_check
	check (state in ('draft', 'scheduled', 'in_progress', 'published', 'expired', 'suspended', 'revoked', 'deleted')) not valid;

-- States in which a badge must not be accepted.
create or replace function withheld(state text) returns boolean language sql immutable parallel safe
	as $$ select state in ('in_progress', 'suspended', 'revoked', 'deleted') $$;

-- The table of internal/credentials/states.go, which a test compares with this one.
create or replace function credentials_check_state() returns trigger language plpgsql as $$
begin
	if (old.state, new.state) in (
		('draft', 'scheduled'), ('draft', 'in_progress'), ('draft', 'published'), ('draft', 'expired'), ('draft', 'deleted'),
		('scheduled', 'draft'), ('scheduled', 'in_progress'), ('scheduled', 'published'), ('scheduled', 'expired'), ('scheduled', 'deleted'),
		('in_progress', 'published'), ('in_progress', 'expired'), ('in_progress', 'suspended'), ('in_progress', 'revoked'), ('in_progress', 'deleted'),
		('published', 'in_progress'), ('published', 'expired'), ('published', 'suspended'), ('published', 'revoked'), ('published', 'deleted'),
		('expired', 'in_progress'), ('expired', 'published'), ('expired', 'suspended'), ('expired', 'revoked'), ('expired', 'deleted'),
		('suspended', 'in_progress'), ('suspended', 'published'), ('suspended', 'expired'), ('suspended', 'revoked'), ('suspended', 'deleted'),
		('revoked', 'deleted')
	) then
		return new;
	end if;
	-- What was deleted may only become what it was.
	if old.state = 'deleted' and (case
		when old.revoked_at is not null then new.state = 'revoked'
		when old.suspended_at is not null then new.state = 'suspended'
		when old.published_at is not null then new.state in ('in_progress', 'published', 'expired')
		when old.publish_at is not null then new.state in ('scheduled', 'draft')
		else new.state = 'draft'
	end) then
		return new;
	end if;
	raise exception 'a credential that is % cannot become %', old.state, new.state
		using errcode = 'check_violation', constraint = 'credentials_state_change', table = 'credentials';
end $$;

-- Receivers take credential.published for an achievement, so a credential in progress has an event of its own and is published when it
-- is completed.
create or replace function webhook_tell_credentials() returns trigger language plpgsql as $$
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
alter function webhook_tell_credentials() set enable_nestloop = off;

create or replace function webhook_tell_issued() returns trigger language plpgsql as $$
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

-- next step
alter table credentials validate constraint credentials_state_check;

-- next step
-- What was issued as valid without being completed.
call pg_temp.in_batches('credentials', 'id',
	$batch$ update credentials set state = 'in_progress' where {rows} and not complete and state in ('published', 'expired') $batch$);
