-- Every query takes the same period and narrows groups in the same way: one group, or the groups with a tag. Row-level security narrows them to
-- those that the member may see.

-- name: Basis :one
-- Basis returns the time zone of the counts, the present date in it, and when they were last brought up to date.
select coalesce(s.time_zone, d.time_zone)::text as time_zone, timezone(coalesce(s.time_zone, d.time_zone), @now::timestamptz)::date as today, s.rolled_up_at
from departments d left join analytics_departments s on s.department_id = d.id where d.id = @department_id;

-- name: Cohorts :many
-- Cohorts sums credentials by day of issue.
select c.day, sum(c.published)::bigint as published, sum(c.emailed)::bigint as emailed, sum(c.delivered)::bigint as delivered, sum(c.viewed)::bigint as viewed,
	sum(c.opened)::bigint as opened, sum(c.downloaded)::bigint as downloaded, sum(c.shared)::bigint as shared, sum(c.used)::bigint as used,
	sum(c.clicked)::bigint as clicked, sum(c.referred)::bigint as referred, sum(c.verified)::bigint as verified
from analytics_cohorts c
where c.department_id = @department_id and c.day between @from_day::date and @to_day::date
	and (@group_id::bigint = 0 or c.group_id = @group_id::bigint)
	and (@tag::text = '' or c.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
group by c.day order by c.day;

-- name: CohortsByGroup :many
-- CohortsByGroup sums credentials by group.
select c.group_id as id, coalesce(max(n.name), '')::text as name, sum(c.published)::bigint as published, sum(c.emailed)::bigint as emailed,
	sum(c.delivered)::bigint as delivered, sum(c.viewed)::bigint as viewed, sum(c.opened)::bigint as opened, sum(c.downloaded)::bigint as downloaded,
	sum(c.shared)::bigint as shared, sum(c.used)::bigint as used, sum(c.clicked)::bigint as clicked, sum(c.referred)::bigint as referred,
	sum(c.verified)::bigint as verified
from analytics_cohorts c left join groups n on n.id = c.group_id and n.department_id = c.department_id
where c.department_id = @department_id and c.day between @from_day::date and @to_day::date
	and (@group_id::bigint = 0 or c.group_id = @group_id::bigint)
	and (@tag::text = '' or c.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
group by c.group_id order by published desc, c.group_id limit @row_limit;

-- name: CohortsByDesign :many
-- CohortsByDesign sums credentials by design.
select c.design_id as id, coalesce(max(unescaped(n.name)), '')::text as name, sum(c.published)::bigint as published, sum(c.emailed)::bigint as emailed,
	sum(c.delivered)::bigint as delivered, sum(c.viewed)::bigint as viewed, sum(c.opened)::bigint as opened, sum(c.downloaded)::bigint as downloaded,
	sum(c.shared)::bigint as shared, sum(c.used)::bigint as used, sum(c.clicked)::bigint as clicked, sum(c.referred)::bigint as referred,
	sum(c.verified)::bigint as verified
from analytics_cohorts c left join designs n on n.id = c.design_id and n.department_id = c.department_id
where c.department_id = @department_id and c.day between @from_day::date and @to_day::date
	and (@group_id::bigint = 0 or c.group_id = @group_id::bigint)
	and (@tag::text = '' or c.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
group by c.design_id order by published desc, c.design_id limit @row_limit;

-- name: Days :many
-- Days sums events by day.
select e.day, e.type, e.actor, sum(e.events)::bigint as events
from analytics_days e
where e.department_id = @department_id and e.day between @from_day::date and @to_day::date
	and (@group_id::bigint = 0 or e.group_id = @group_id::bigint)
	and (@tag::text = '' or e.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
group by e.day, e.type, e.actor;

-- name: Hours :many
-- Hours sums events by hour.
select e.hour, e.type, e.actor, sum(e.events)::bigint as events
from analytics_hours e
where e.department_id = @department_id and e.hour >= @from_at::timestamptz and e.hour < @to_at::timestamptz
	and (@group_id::bigint = 0 or e.group_id = @group_id::bigint)
	and (@tag::text = '' or e.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
group by e.hour, e.type, e.actor;

-- name: Details :many
-- Details sums events of some types by their detail.
select e.type, e.detail, sum(e.events)::bigint as events
from analytics_days e
where e.department_id = @department_id and e.day between @from_day::date and @to_day::date and e.type = any(@types::text[])
	and (@group_id::bigint = 0 or e.group_id = @group_id::bigint)
	and (@tag::text = '' or e.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
group by e.type, e.detail order by events desc, e.detail limit @row_limit;

-- name: DaysByGroup :many
-- DaysByGroup sums events by group.
select e.group_id as id, e.type, sum(e.events)::bigint as events
from analytics_days e
where e.department_id = @department_id and e.day between @from_day::date and @to_day::date and e.type = any(@types::text[])
	and (@group_id::bigint = 0 or e.group_id = @group_id::bigint)
	and (@tag::text = '' or e.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
group by e.group_id, e.type;

-- name: Behind :many
-- Behind lists the credentials that were issued in a period and reached a stage, newest first.
select c.id, c.uuid, c.recipient_name, coalesce(c.name, c.snapshot -> 'group' ->> 'course_name', g.course_name)::text as name, g.id as group_id, g.name as group_name,
	f.published_at,
	coalesce((case @stage::text when 'published' then f.published_at when 'emailed' then f.published_at when 'delivered' then f.published_at when 'undelivered' then f.published_at
		when 'viewed' then f.viewed_at when 'opened' then f.opened_at when 'downloaded' then f.downloaded_at when 'shared' then f.shared_at
		when 'used' then least(f.downloaded_at, f.shared_at) when 'clicked' then f.clicked_at when 'referred' then f.referred_at when 'verified' then f.verified_at end), f.published_at)::timestamptz as at
from analytics_credentials f
join credentials c on c.id = f.credential_id and c.department_id = f.department_id
join groups g on g.id = f.group_id and g.department_id = f.department_id
where f.department_id = @department_id and f.published_on between @from_day::date and @to_day::date and f.counted
	and (@group_id::bigint = 0 or f.group_id = @group_id::bigint)
	and (@tag::text = '' or @tag::text = any(g.tags))
	and (@design_id::bigint = 0 or f.design_id = @design_id::bigint)
	and case @stage::text when 'published' then true
		when 'emailed' then f.email not in ('not_sent', 'queued', 'suppressed')
		when 'delivered' then f.email in ('sent', 'delivered', 'opened', 'clicked', 'complained')
		when 'undelivered' then f.email in ('bounced', 'uncertain')
		when 'viewed' then f.viewed_at is not null when 'opened' then f.opened_at is not null when 'downloaded' then f.downloaded_at is not null
		when 'shared' then f.shared_at is not null when 'used' then coalesce(f.downloaded_at, f.shared_at) is not null when 'clicked' then f.clicked_at is not null
		when 'referred' then f.referred_at is not null when 'verified' then f.verified_at is not null else false end
order by f.published_on desc, f.credential_id desc limit @row_limit offset @skip;
