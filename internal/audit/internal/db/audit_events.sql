-- name: AuditEventInsert :exec
-- AuditEventInsert writes down one action.
insert into audit_events (department_id, user_id, api_key_id, embed_session_id, action, object_kind, object_id, details, ip, request_id, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);
