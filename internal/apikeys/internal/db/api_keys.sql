-- name: APIKeyInsert :one
-- APIKeyInsert adds a key.
insert into api_keys (department_id, name, token_hash, last_characters, access, created_by, created_at)
values (@department_id, @name, @token_hash, @last_characters, @access, sqlc.narg(created_by), @now)
returning *;

-- name: APIKeysList :many
-- APIKeysList lists the keys of a department that still open something, the newest first.
select * from api_keys where department_id = @department_id and revoked_at is null order by id desc limit @row_limit;

-- name: APIKeysLock :exec
-- APIKeysLock lets the keys of a department be made one after the other, so that the limit holds.
select pg_advisory_xact_lock(hashtextextended('api_keys', @department_id));

-- name: APIKeysCount :one
-- APIKeysCount counts the keys of a department that still open something.
select count(*) from api_keys where department_id = @department_id and revoked_at is null;

-- name: APIKeyRevoke :execrows
-- APIKeyRevoke makes a key worthless.
update api_keys set revoked_at = @now where department_id = @department_id and id = @id and revoked_at is null;

-- name: APIKeyResolve :one
-- APIKeyResolve finds what a key opens.
select k.id, k.department_id, k.access, k.last_used_at from api_keys k join departments d on d.id = k.department_id
where k.token_hash = @token_hash and k.revoked_at is null and d.deleted_at is null;

-- name: APIKeyUsed :exec
-- APIKeyUsed notes that a key is in use.
update api_keys set last_used_at = @now where id = @id and department_id = @department_id and (last_used_at is null or last_used_at < @now);
