-- name: TeamEvents :many
-- TeamEvents counts what members and API keys did by hour, as in the audit log. With a group or tag, only changes of its credentials count.
select date_trunc('hour', e.created_at, @time_zone::text)::timestamptz as hour, coalesce(e.user_id, 0)::bigint as user_id, coalesce(e.api_key_id, 0)::bigint as api_key_id,
	(case when e.action = 'credential.published' then 'issued' when e.action <> 'credential.created' then ''
		when coalesce(e.details #>> '{values,state}', 'draft') in ('draft', 'scheduled') then 'created' else 'issued' end)::text as kind, count(*)::bigint as events
from audit_events e
where e.department_id = @department_id::bigint and e.created_at >= @from_at::timestamptz and e.created_at < @to_at::timestamptz
	and (e.user_id is not null or e.api_key_id is not null)
	and (@group_id::bigint = 0 and @tag::text = '' or e.object_kind = 'credential' and e.object_id in (
		select c.id::text from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
		where c.department_id = @department_id and (@group_id::bigint = 0 or c.group_id = @group_id::bigint) and (@tag::text = '' or @tag::text = any(g.tags))))
group by 1, 2, 3, 4;

-- name: TeamNames :many
-- TeamNames returns the names of members and API keys. A key's ID is negative.
select u.id, coalesce(nullif(u.name, ''), u.email)::text as name from users u where u.id = any(@user_ids::bigint[])
union all
select -k.id, k.name from api_keys k where k.department_id = @department_id and k.id = any(@key_ids::bigint[]);

-- name: Sharers :many
-- Sharers returns the recipients who shared credentials in a period, those who shared most first, with what came of these credentials in the period.
with shared as (
	select distinct e.credential_id from analytics_events e
	where e.department_id = @department_id and e.at >= @from_at::timestamptz and e.at < @to_at::timestamptz and e.type in ('shared', 'added_linkedin')
		and (@group_id::bigint = 0 or e.group_id = @group_id::bigint)
		and (@tag::text = '' or e.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)))
)
select max(c.recipient_name)::text as name,
	count(*) filter (where e.type in ('shared', 'added_linkedin'))::bigint as shares,
	count(*) filter (where e.type = 'viewed' and e.actor = 'other')::bigint as other_views,
	count(*) filter (where e.type = 'referral_clicked')::bigint as referrals,
	count(*) filter (where e.type = 'verified')::bigint as verifications
from shared s
join credentials c on c.id = s.credential_id and c.department_id = @department_id and c.state <> 'deleted'
join analytics_events e on e.department_id = @department_id and e.credential_id = s.credential_id and e.at >= @from_at::timestamptz and e.at < @to_at::timestamptz
group by c.recipient_address
order by shares desc, other_views desc, referrals desc, min(c.id) limit @row_limit;

-- name: SharersCount :one
-- SharersCount counts the recipients who shared credentials in a period.
select count(distinct c.recipient_address)::bigint
from analytics_events e join credentials c on c.id = e.credential_id and c.department_id = e.department_id and c.state <> 'deleted'
where e.department_id = @department_id and e.at >= @from_at::timestamptz and e.at < @to_at::timestamptz and e.type in ('shared', 'added_linkedin')
	and (@group_id::bigint = 0 or e.group_id = @group_id::bigint)
	and (@tag::text = '' or e.group_id in (select g.id from groups g where g.department_id = @department_id and @tag::text = any(g.tags)));
