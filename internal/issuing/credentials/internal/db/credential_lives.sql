-- name: TombstoneRead :one
-- TombstoneRead resolves a public link to what was purged.
select uuid, issued, private_key from tombstones
where credential_id = sqlc.narg('id')::bigint or uuid = sqlc.narg('uuid')::uuid or encoded_id = @ref::text
limit 1;

-- name: CredentialRelated :many
-- CredentialRelated reads what a credential renews, and the newest one that renews it.
(select r.id, r.uuid, r.state, r.private, r.private_key, false as newer from credentials r
	where r.department_id = @department_id and r.id = (select c.supersedes_id from credentials c where c.id = @id) and r.state <> 'deleted')
union all
(select r.id, r.uuid, r.state, r.private, r.private_key, true as newer from credentials r
	where r.department_id = @department_id and r.supersedes_id = @id and r.state <> 'deleted'
	order by r.id desc limit 1);
