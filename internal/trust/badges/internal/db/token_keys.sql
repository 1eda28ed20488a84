-- name: TokenKeyCurrent :one
-- TokenKeyCurrent reads the key that a department signs tokens with.
select name, sealed_key from token_keys where department_id = $1 and retired_at is null;

-- name: TokenKeyInsert :exec
-- TokenKeyInsert adds a key, unless another process was first.
insert into token_keys (department_id, name, public_key, sealed_key, created_at) values ($1, $2, $3, $4, $5)
on conflict (department_id) where retired_at is null do nothing;

-- name: TokenKeyRetire :execrows
-- TokenKeyRetire ends the signing of the current key.
update token_keys set retired_at = @now where department_id = @department_id and retired_at is null;

-- name: TokenKeyList :many
-- TokenKeyList lists every key that a department ever signed tokens with.
select name, public_key, created_at, retired_at, revoked_at from token_keys where department_id = $1 order by id;

-- name: TokenKeyRevoke :execrows
-- TokenKeyRevoke marks a key as one that others may have.
update token_keys set revoked_at = @now, retired_at = coalesce(retired_at, @now)
where department_id = @department_id and name = @name and revoked_at is null;
