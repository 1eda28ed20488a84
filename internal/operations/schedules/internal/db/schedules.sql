-- name: ScheduleList :many
-- ScheduleList lists the schedules of a department with the names of their groups: its own first.
select sqlc.embed(s), coalesce(g.name, '')::text as group_name
from email_schedules s left join groups g on g.department_id = s.department_id and g.id = s.group_id
where s.department_id = @department_id order by s.group_id is not null, lower(g.name), s.id;

-- name: ScheduleDepartment :one
-- ScheduleDepartment reads the time zone of a department, and whether its schedules are paused.
select d.time_zone, coalesce(e.schedules_paused, false)::boolean as paused
from departments d left join email_settings e on e.department_id = d.id where d.id = @department_id;

-- name: ScheduleLockAll :exec
-- ScheduleLockAll makes other changes of a department's schedules wait until the transaction ends.
select pg_advisory_xact_lock(hashtextextended('email schedules', @department_id::bigint));

-- name: ScheduleGroup :one
-- ScheduleGroup tells the name of a group of a department.
select name from groups where department_id = @department_id and id = @group_id;

-- name: ScheduleWrite :exec
-- ScheduleWrite inserts or replaces a schedule. Its current day begins anew.
insert into email_schedules (department_id, group_id, reminders_on, reminder_days, expiry_on, expiry_days, done_until, updated_at)
values (@department_id, sqlc.narg('group_id'), @reminders_on, @reminder_days, @expiry_on, @expiry_days, @done_until, @now)
on conflict (department_id, group_id) do update set reminders_on = excluded.reminders_on, reminder_days = excluded.reminder_days,
	expiry_on = excluded.expiry_on, expiry_days = excluded.expiry_days, done_until = excluded.done_until, updated_at = excluded.updated_at,
	run_until = null, run_step = 0, run_at = null, run_after = 0;

-- name: ScheduleDelete :execrows
-- ScheduleDelete deletes the schedule of a group.
delete from email_schedules where department_id = @department_id and group_id = @group_id::bigint;

-- name: ScheduleRestart :exec
-- ScheduleRestart begins the current day of all schedules of a department anew, and leaves earlier days out.
update email_schedules set done_until = @done_until, run_until = null, run_step = 0, run_at = null, run_after = 0 where department_id = @department_id;

-- name: SchedulesDue :many
-- SchedulesDue lists schedules with a day whose emails are not written yet. The emails of a day are due at an hour of it.
select s.id, s.department_id from email_schedules s join departments d on d.id = s.department_id and d.deleted_at is null and d.archived_at is null
left join email_settings e on e.department_id = s.department_id
where (s.reminders_on or s.expiry_on) and not coalesce(e.schedules_paused, false)
	and s.done_until < (timezone(d.time_zone, @now::timestamptz) - make_interval(hours => @hour))::date
order by s.id limit @row_limit;

-- name: ScheduleLock :one
-- ScheduleLock locks a schedule, unless another process works on it or emails of its department are paused.
select sqlc.embed(s), d.time_zone from email_schedules s join departments d on d.id = s.department_id and d.archived_at is null
where s.department_id = @department_id and s.id = @id
	and not exists (select from email_settings e where e.department_id = s.department_id and e.schedules_paused)
for update of s skip locked;

-- name: ScheduleProgress :exec
-- ScheduleProgress records how far the emails of a schedule are written.
update email_schedules set done_until = @done_until, run_until = sqlc.narg('run_until'), run_step = @run_step, run_at = sqlc.narg('run_at'), run_after = @run_after
where department_id = @department_id and id = @id;

-- name: ExpiringOn :many
-- ExpiringOn lists the next credentials whose last day is one of some, and whose recipients are emailed about that.
select c.id, coalesce(c.expired_on, 'infinity')::date as at from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.department_id = @department_id and c.state <> 'deleted' and c.state in ('published', 'expired')
	and coalesce(c.expired_on, 'infinity') between @first_day::date and @last_day::date
	and (coalesce(c.expired_on, 'infinity'), c.id) > (@after_day::date, @after_id::bigint)
	and not c.test and c.expired_at is null and c.superseded_at is null and c.recipient_email <> '' and g.send_emails
	and c.email_status not in ('bounced', 'complained', 'suppressed')
	and (c.group_id = @group_id or @group_id::bigint = 0
		and not exists (select from email_schedules o where o.department_id = c.department_id and o.group_id = c.group_id))
order by coalesce(c.expired_on, 'infinity'), c.id limit @row_limit;

-- name: ExpiringCount :one
-- ExpiringCount counts what ExpiringOn lists.
select count(*) from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.department_id = @department_id and c.state <> 'deleted' and c.state in ('published', 'expired')
	and coalesce(c.expired_on, 'infinity') between @first_day::date and @last_day::date
	and not c.test and c.expired_at is null and c.superseded_at is null and c.recipient_email <> '' and g.send_emails
	and c.email_status not in ('bounced', 'complained', 'suppressed')
	and (c.group_id = @group_id or @group_id::bigint = 0
		and not exists (select from email_schedules o where o.department_id = c.department_id and o.group_id = c.group_id));

-- name: UnopenedSince :many
-- UnopenedSince lists the next credentials that were published in a time, whose recipients were emailed and have not opened them.
select c.id, c.published_at::timestamptz as at from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.department_id = @department_id and c.state = 'published' and c.published_at >= @from_time::timestamptz and c.published_at < @until_time::timestamptz
	and (c.published_at, c.id) > (@after_time::timestamptz, @after_id::bigint)
	and not c.test and c.superseded_at is null and c.recipient_email <> '' and g.send_emails
	and c.email_status in ('sent', 'uncertain', 'delivered')
	and not exists (select from credential_engagements e where e.credential_id = c.id)
	and (c.group_id = @group_id or @group_id::bigint = 0
		and not exists (select from email_schedules o where o.department_id = c.department_id and o.group_id = c.group_id))
order by c.published_at, c.id limit @row_limit;

-- name: UnopenedCount :one
-- UnopenedCount counts what UnopenedSince lists.
select count(*) from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.department_id = @department_id and c.state = 'published' and c.published_at >= @from_time::timestamptz and c.published_at < @until_time::timestamptz
	and not c.test and c.superseded_at is null and c.recipient_email <> '' and g.send_emails
	and c.email_status in ('sent', 'uncertain', 'delivered')
	and not exists (select from credential_engagements e where e.credential_id = c.id)
	and (c.group_id = @group_id or @group_id::bigint = 0
		and not exists (select from email_schedules o where o.department_id = c.department_id and o.group_id = c.group_id));
