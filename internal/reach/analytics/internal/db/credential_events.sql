-- name: EventList :many
-- EventList lists what was done with credentials, newest first.
select e.id, e.action, (e.details ? 'private')::boolean as of_privacy, e.created_at, c.id as credential_id, c.license_id
from audit_events e
join credentials c on c.department_id = e.department_id and c.id = case when e.object_kind = 'credential' then e.object_id::bigint end
where e.department_id = @department_id::bigint and e.object_kind = 'credential'
	and (@credential_id::text = '' or e.object_id = @credential_id::text)
	and (@group_id::bigint = 0 or c.group_id = @group_id::bigint)
	and (sqlc.narg('from_at')::timestamptz is null or e.created_at >= sqlc.narg('from_at')::timestamptz)
	and (sqlc.narg('before_at')::timestamptz is null or e.created_at < sqlc.narg('before_at')::timestamptz)
order by e.id desc limit @max_rows offset @skip;

-- name: EventCount :one
-- EventCount counts what EventList finds.
select count(*)
from audit_events e
join credentials c on c.department_id = e.department_id and c.id = case when e.object_kind = 'credential' then e.object_id::bigint end
where e.department_id = @department_id::bigint and e.object_kind = 'credential'
	and (@credential_id::text = '' or e.object_id = @credential_id::text)
	and (@group_id::bigint = 0 or c.group_id = @group_id::bigint)
	and (sqlc.narg('from_at')::timestamptz is null or e.created_at >= sqlc.narg('from_at')::timestamptz)
	and (sqlc.narg('before_at')::timestamptz is null or e.created_at < sqlc.narg('before_at')::timestamptz);
