-- name: ReportList :many
-- ReportList lists the reports of a department by name.
select sqlc.embed(r), coalesce(g.name, '')::text as group_name, d.time_zone, count(*) over () as total
from analytics_reports r join departments d on d.id = r.department_id left join groups g on g.department_id = r.department_id and g.id = r.group_id
where r.department_id = @department_id order by lower(r.name), r.id limit @row_limit offset @row_offset;

-- name: ReportRead :one
-- ReportRead reads a report of a department.
select sqlc.embed(r), coalesce(g.name, '')::text as group_name, d.time_zone
from analytics_reports r join departments d on d.id = r.department_id left join groups g on g.department_id = r.department_id and g.id = r.group_id
where r.department_id = @department_id and r.id = @id;

-- name: ReportLock :one
-- ReportLock locks a report of a department.
select * from analytics_reports where department_id = @department_id and id = @id for update;

-- name: ReportCount :one
-- ReportCount counts the reports of a department, and makes others that add one wait.
select count(*) from analytics_reports r, (select pg_advisory_xact_lock(hashtextextended('analytics reports', @department_id::bigint))) l
where r.department_id = @department_id;

-- name: ReportZone :one
-- ReportZone tells the time zone of a department.
select time_zone from departments where id = @department_id;

-- name: ReportInsert :one
-- ReportInsert adds a report.
insert into analytics_reports (department_id, name, frequency, day, hour, sections, group_id, tag, paused, next_on, created_by, created_at, updated_at)
values (@department_id, @name, @frequency, @day, @hour, @sections, sqlc.narg('group_id'), @tag, @paused, @next_on, sqlc.narg('created_by'), @now, @now)
returning id;

-- name: ReportUpdate :exec
-- ReportUpdate changes a report.
update analytics_reports set name = @name, frequency = @frequency, day = @day, hour = @hour, sections = @sections, group_id = sqlc.narg('group_id'), tag = @tag,
	paused = @paused, next_on = @next_on, updated_at = @now
where department_id = @department_id and id = @id;

-- name: ReportDelete :execrows
-- ReportDelete deletes a report.
delete from analytics_reports where department_id = @department_id and id = @id;

-- name: RecipientsClear :exec
-- RecipientsClear takes everyone off a report.
delete from analytics_report_recipients where department_id = @department_id and report_id = @report_id;

-- name: RecipientsInsert :execrows
-- RecipientsInsert adds members to a report. Those who are not of the department are left out.
insert into analytics_report_recipients (department_id, report_id, user_id)
select m.department_id, @report_id, m.user_id from memberships m where m.department_id = @department_id and m.member_id = any(@member_ids::bigint[]);

-- name: Recipients :many
-- Recipients lists who gets reports, by name.
select r.report_id, r.user_id, m.member_id, u.name, u.email, u.language
from analytics_report_recipients r join memberships m on m.department_id = r.department_id and m.user_id = r.user_id join users u on u.id = r.user_id
where r.department_id = @department_id and r.report_id = any(@report_ids::bigint[]) order by lower(u.name), u.email;

-- name: Member :one
-- Member reads a member who wants a report now.
select m.user_id, m.member_id, u.name, u.email, u.language
from memberships m join users u on u.id = m.user_id
where m.department_id = @department_id and m.user_id = @user_id;

-- name: ReportsDue :many
-- ReportsDue lists reports whose day and hour have come in the time zone of their department. A local time that is skipped counts once it is over.
select r.id, r.department_id from analytics_reports r join departments d on d.id = r.department_id and d.deleted_at is null
where not r.paused and r.next_on <= @latest::date
	and r.next_on + make_interval(hours => r.hour) <= timezone(d.time_zone, cast(@now as timestamptz))
order by r.next_on, r.id limit @row_limit;

-- name: ReportLockDue :one
-- ReportLockDue locks a report that is due, unless another process has it.
select sqlc.embed(r), d.time_zone from analytics_reports r join departments d on d.id = r.department_id
where r.department_id = @department_id and r.id = @id and not r.paused
	and r.next_on + make_interval(hours => r.hour) <= timezone(d.time_zone, cast(@now as timestamptz))
for update of r skip locked;

-- name: ReportBegin :exec
-- ReportBegin records that a report is being written, and the day of the next one.
update analytics_reports set next_on = @next_on, last_from = @last_from::date, last_to = @last_to::date, last_at = null, last_sent = 0, last_skipped = 0
where department_id = @department_id and id = @id;

-- name: ReportEnd :exec
-- ReportEnd records what became of a report.
update analytics_reports set last_at = @at::timestamptz, last_sent = @sent, last_skipped = @skipped
where department_id = @department_id and id = @id and last_from = @last_from::date and last_to = @last_to::date;
