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
