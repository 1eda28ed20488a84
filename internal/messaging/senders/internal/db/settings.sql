-- name: SettingsRead :one
-- SettingsRead reads the settings of a department, or defaults, with its name, time zone and sender address.
select d.id as department_id, d.name as department_name, d.time_zone, d.language, coalesce(s.from_name, '')::text as from_name, s.sender_address_id,
	coalesce(a.email, '')::text as from_email, (a.verified_at is not null)::boolean as from_verified,
	coalesce(s.reply_to, '')::text as reply_to, coalesce(s.cc, '{}')::text[] as cc, coalesce(s.bcc, '{}')::text[] as bcc,
	coalesce(s.support_name, '')::text as support_name, coalesce(s.support_email, '')::text as support_email, coalesce(s.support_phone, '')::text as support_phone,
	coalesce(s.switched_off, '{}')::text[] as switched_off, s.daily_cap, s.per_minute, s.quiet_from, s.quiet_until,
	coalesce(s.schedules_paused, false)::boolean as schedules_paused
from departments d left join email_settings s on s.department_id = d.id left join sender_addresses a on a.department_id = s.department_id and a.id = s.sender_address_id
where d.id = @department_id;

-- name: SettingsLock :exec
-- SettingsLock makes other changes of a department's settings wait until the transaction ends.
select pg_advisory_xact_lock(hashtextextended('email settings', @department_id::bigint));

-- name: SettingsWrite :exec
-- SettingsWrite inserts or replaces the settings of a department.
insert into email_settings (department_id, from_name, sender_address_id, reply_to, cc, bcc, support_name, support_email, support_phone, switched_off,
	daily_cap, per_minute, quiet_from, quiet_until, updated_at)
values (@department_id, @from_name, @sender_address_id, @reply_to, @cc, @bcc, @support_name, @support_email, @support_phone, @switched_off,
	@daily_cap, @per_minute, @quiet_from, @quiet_until, @now)
on conflict (department_id) do update set from_name = excluded.from_name, sender_address_id = excluded.sender_address_id, reply_to = excluded.reply_to,
	cc = excluded.cc, bcc = excluded.bcc, support_name = excluded.support_name, support_email = excluded.support_email,
	support_phone = excluded.support_phone, switched_off = excluded.switched_off, daily_cap = excluded.daily_cap, per_minute = excluded.per_minute,
	quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, updated_at = excluded.updated_at;

-- name: SettingsPause :exec
-- SettingsPause pauses or resumes the scheduled emails of a department.
insert into email_settings (department_id, schedules_paused, updated_at) values (@department_id, @paused, @now)
on conflict (department_id) do update set schedules_paused = excluded.schedules_paused, updated_at = excluded.updated_at;

-- name: PaceLock :one
-- PaceLock reads how many emails have their turn, and makes others wait who give turns away.
insert into email_paces (department_id, minute, in_minute, day, in_day) values (@department_id, @minute, 0, @day, 0)
on conflict (department_id) do update set in_day = email_paces.in_day returning minute, in_minute, day, in_day;

-- name: PaceWrite :exec
-- PaceWrite records the turns that were given away.
insert into email_paces (department_id, minute, in_minute, day, in_day) values (@department_id, @minute, @in_minute, @day, @in_day)
on conflict (department_id) do update set minute = excluded.minute, in_minute = excluded.in_minute, day = excluded.day, in_day = excluded.in_day;
