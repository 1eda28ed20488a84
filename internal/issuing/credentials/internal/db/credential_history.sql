-- name: CredentialHistory :many
-- CredentialHistory lists what was done with a credential, newest first, and who did it.
select e.id, e.action, e.details, e.created_at, coalesce(nullif(u.name, ''), u.email, '')::text as user_name, coalesce(k.name, '')::text as key_name,
	(e.recipient_id is not null)::boolean as by_recipient, coalesce(e.system, '')::text as system
from audit_events e
left join users u on u.id = e.user_id
left join api_keys k on k.department_id = e.department_id and k.id = e.api_key_id
where e.department_id = @department_id::bigint and e.object_kind = 'credential' and e.object_id = @credential_id::text
order by e.id desc
limit @row_limit;
