-- name: AuditEventInsert :exec
-- AuditEventInsert writes down one action.
insert into audit_events (department_id, user_id, api_key_id, embed_session_id, recipient_id, system, action, object_kind, object_id, details, ip, request_id, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: AuditEventInsertMany :exec
-- AuditEventInsertMany writes down one action on many objects.
insert into audit_events (department_id, user_id, api_key_id, embed_session_id, recipient_id, system, action, object_kind, object_id, details, ip, request_id, created_at)
select sqlc.narg('department_id'), sqlc.narg('user_id'), sqlc.narg('api_key_id'), sqlc.narg('embed_session_id'), sqlc.narg('recipient_id'), sqlc.narg('system'), @action, @object_kind,
	unnest(@object_ids::bigint[])::text, @details, @ip, @request_id, @created_at;

-- name: AuditEventInsertEach :exec
-- AuditEventInsertEach writes down one action on many objects, with other details for each.
insert into audit_events (department_id, user_id, api_key_id, embed_session_id, recipient_id, system, action, object_kind, object_id, details, ip, request_id, created_at)
select sqlc.narg('department_id'), sqlc.narg('user_id'), sqlc.narg('api_key_id'), sqlc.narg('embed_session_id'), sqlc.narg('recipient_id'), sqlc.narg('system'), @action, @object_kind,
	x.v ->> 'id', x.v -> 'details', @ip, @request_id, @created_at
from (select jsonb_array_elements(@objects::jsonb) as v) x;

-- name: AuditErase :exec
-- AuditErase removes the details of records about credentials, and of those that contain a text.
select audit_erase(@department_id::bigint, @credential_ids::bigint[], @texts::text[]);

-- name: AuditEventList :many
-- AuditEventList lists the events of a department, newest first, each with its actor and its place in the sealed log.
select e.id, e.created_at, e.action, e.object_kind, e.object_id, e.details, e.ip, e.request_id, e.user_id, e.api_key_id, e.embed_session_id,
	e.recipient_id, coalesce(e.system, '')::text as system, coalesce(nullif(u.name, ''), u.email, '')::text as user_name,
	coalesce(k.name, '')::text as key_name, coalesce(s.position, 0)::bigint as position
from audit_events e
left join users u on u.id = e.user_id
left join api_keys k on k.department_id = e.department_id and k.id = e.api_key_id
left join audit_seals s on s.event_id = e.id
where e.department_id = @department_id::bigint
	and (sqlc.narg('user_id')::bigint is null or e.user_id = sqlc.narg('user_id'))
	and (sqlc.narg('api_key_id')::bigint is null or e.api_key_id = sqlc.narg('api_key_id'))
	and (@action::text = '' or e.action = @action)
	and (@object_kind::text = '' or e.object_kind = @object_kind) and (@object_id::text = '' or e.object_id = @object_id)
	and (sqlc.narg('since')::timestamptz is null or e.created_at >= sqlc.narg('since'))
	and (sqlc.narg('until')::timestamptz is null or e.created_at < sqlc.narg('until'))
order by e.created_at desc, e.id desc
limit @row_limit offset @row_offset;

-- name: AuditEventCount :one
-- AuditEventCount counts what AuditEventList would list, up to a limit.
select count(*) from (select from audit_events e
where e.department_id = @department_id::bigint
	and (sqlc.narg('user_id')::bigint is null or e.user_id = sqlc.narg('user_id'))
	and (sqlc.narg('api_key_id')::bigint is null or e.api_key_id = sqlc.narg('api_key_id'))
	and (@action::text = '' or e.action = @action)
	and (@object_kind::text = '' or e.object_kind = @object_kind) and (@object_id::text = '' or e.object_id = @object_id)
	and (sqlc.narg('since')::timestamptz is null or e.created_at >= sqlc.narg('since'))
	and (sqlc.narg('until')::timestamptz is null or e.created_at < sqlc.narg('until'))
limit @most) counted;
