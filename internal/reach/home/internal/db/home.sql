-- name: HomeRead :one
-- HomeRead counts what a department has, and what waits for somebody; credentials are about to expire for 30 days. Each count ends at a limit.
-- Dates are computed first: behind row-level security, an index is compared with plain values only.
with d as materialized (
	select x.id, timezone(x.time_zone, cast(@now as timestamptz))::date as today, timezone(x.time_zone, cast(@now as timestamptz))::date + 30 as until
	from departments x where x.id = @department_id
)
select
	(select count(*) from (select 1 from credentials c where c.department_id = d.id and c.state in ('published', 'expired') limit @most) x)::bigint as published_count,
	(select count(*) from (select 1 from credentials c where c.department_id = d.id and c.state = 'draft' limit @most) x)::bigint as drafts_count,
	(select count(*) from (select 1 from groups g where g.department_id = d.id and g.state = 'active' limit @most) x)::bigint as groups_count,
	(select count(*) from (select 1 from designs s where s.department_id = d.id limit @most) x)::bigint as designs_count,
	(select count(*) from (select 1 from evidence_items e join credentials c on c.department_id = e.department_id and c.id = e.credential_id
		where e.department_id = d.id and e.submitted_at is not null and e.state = 'submitted' and c.state <> 'deleted' limit @most) x)::bigint as evidence_count,
	(select count(*) from (select 1 from name_changes n join credentials c on c.department_id = n.department_id and c.id = n.credential_id
		where n.department_id = d.id and n.state = 'pending' and c.state <> 'deleted' limit @most) x)::bigint as name_changes_count,
	(select count(*) from (select 1 from credentials c where c.department_id = d.id and c.mail_problem in ('bounced', 'uncertain') and c.state <> 'deleted'
		limit @most) x)::bigint as emails_count,
	(select count(*) from (select 1 from credentials c where c.department_id = d.id and c.expired_on >= d.today and c.expired_on <= d.until
		and c.state = 'published' limit @most) x)::bigint as expiring_count,
	(select count(*) from webhooks w where w.department_id = d.id and (w.paused_reason = 'failing' or w.state = 'active' and w.failing_since is not null))::bigint as webhooks_count,
	(select coalesce(array_agg(x.action), '{}') from (select a.action from approvals a where a.department_id = d.id and a.state = 'waiting'
		and a.asked_by is distinct from @user_id::bigint limit @most) x)::text[] as approvals,
	d.today::date as today
from d;

-- name: HomeGroups :many
-- HomeGroups returns the most recently changed groups, each with the number of its credentials up to a limit.
select g.id, g.name, g.updated_at, v.uuid as design_version,
	(select count(*) from (select 1 from credentials c where c.department_id = g.department_id and c.group_id = g.id and c.state <> 'deleted' limit @most) x)::bigint
		as credentials_count
from (select * from groups x where x.department_id = @department_id and x.state = 'active' order by x.updated_at desc, x.id desc limit @row_limit) g
left join designs d on d.department_id = g.department_id and d.id = g.primary_design_id
left join design_versions v on v.department_id = d.department_id and v.id = d.current_version_id
order by g.updated_at desc, g.id desc;

-- name: HomeDesigns :many
-- HomeDesigns returns the most recently changed designs.
select d.id, unescaped(d.name)::text as name, d.kind, d.updated_at, v.uuid as version
from designs d join design_versions v on v.department_id = d.department_id and v.id = d.current_version_id
where d.department_id = @department_id
order by d.updated_at desc, d.id desc limit @row_limit;
