select set_config('app.system', 'on', true);
update credentials set state = case when expired_on < current_date then 'expired' else 'published' end where state = 'in_progress';
select set_config('app.system', '', true);
create or replace function webhook_tell_issued() returns trigger language plpgsql as $$
begin
	if not exists (select from webhooks where state = 'active') then
		return null;
	end if;
	insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
	select n.department_id, 'credential.published', 'credential', n.id, n.updated_at
	from now_rows n
	where n.state not in ('draft', 'scheduled', 'deleted') and webhook_wanted(n.department_id, 'credential.published')
	order by n.id;
	return null;
end $$;
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
			when w.state in ('draft', 'scheduled') then 'credential.published'
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
create or replace function credentials_check_state() returns trigger language plpgsql as $$
begin
	if (old.state, new.state) in (
		('draft', 'scheduled'), ('draft', 'published'), ('draft', 'expired'), ('draft', 'deleted'),
		('scheduled', 'draft'), ('scheduled', 'published'), ('scheduled', 'expired'), ('scheduled', 'deleted'),
		('published', 'expired'), ('published', 'suspended'), ('published', 'revoked'), ('published', 'deleted'),
		('expired', 'published'), ('expired', 'suspended'), ('expired', 'revoked'), ('expired', 'deleted'),
		('suspended', 'published'), ('suspended', 'expired'), ('suspended', 'revoked'), ('suspended', 'deleted'),
		('revoked', 'deleted')
	) then
		return new;
	end if;
	-- What was deleted may only become what it was.
	if old.state = 'deleted' and (case
		when old.revoked_at is not null then new.state = 'revoked'
		when old.suspended_at is not null then new.state = 'suspended'
		when old.published_at is not null then new.state in ('published', 'expired')
		when old.publish_at is not null then new.state in ('scheduled', 'draft')
		else new.state = 'draft'
	end) then
		return new;
	end if;
	raise exception 'a credential that is % cannot become %', old.state, new.state
		using errcode = 'check_violation', constraint = 'credentials_state_change', table = 'credentials';
end $$;
create or replace function withheld(state text) returns boolean language sql immutable parallel safe
	as $$ select state in ('suspended', 'revoked', 'deleted') $$;
alter table credentials drop constraint credentials_state_check;
alter table credentials add constraint credentials_state_check
	check (state in ('draft', 'scheduled', 'published', 'expired', 'suspended', 'revoked', 'deleted'));
