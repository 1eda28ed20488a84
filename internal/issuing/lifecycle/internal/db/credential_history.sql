-- name: CredentialPlanners :many
-- CredentialPlanners tells who had credentials published later last; 0 where that is not known.
select c.id::bigint as id, coalesce(e.user_id, 0)::bigint as user_id, coalesce(e.api_key_id, 0)::bigint as api_key_id
from unnest(@ids::bigint[]) as c(id)
left join lateral (select a.user_id, a.api_key_id from audit_events a
	where a.department_id = @department_id::bigint and a.object_kind = 'credential' and a.object_id = c.id::text and a.action = 'credential.scheduled'
	order by a.id desc limit 1) e on true
order by c.id;
