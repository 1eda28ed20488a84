-- name: StarterRead :one
-- StarterRead reads what a person or an API key may do in a department now, all by primary keys; no row where the department is gone.
select coalesce(member_role(m.department_id, m.user_id, m.role), '')::text as role, (u.id is not null and u.verified_at is null)::boolean as unverified,
	(d.archived_at is not null)::boolean as archived, coalesce(k.access, '')::text as access, coalesce(k.scopes, '')::text as scopes, coalesce(k.group_ids, '{}')::bigint[] as group_ids
from departments d
left join memberships m on m.department_id = d.id and m.user_id = sqlc.narg('user_id')::bigint
left join users u on u.id = m.user_id
left join api_keys k on k.department_id = d.id and k.id = sqlc.narg('api_key_id')::bigint and k.revoked_at is null
	and (k.expires_at is null or k.expires_at > @now::timestamptz)
where d.id = @department_id and d.deleted_at is null;
