-- name: TombstoneRead :one
-- TombstoneRead resolves a public link to what was purged.
select uuid, issued, private_key from tombstones
where credential_id = sqlc.narg('id')::bigint or uuid = sqlc.narg('uuid')::uuid or encoded_id = @ref::text
limit 1;
