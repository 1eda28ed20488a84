-- name: SigningKeyCurrent :one
-- SigningKeyCurrent reads the key that a department signs with.
select * from signing_keys where department_id = $1 and retired_at is null;

-- name: SigningKeyInsert :exec
-- SigningKeyInsert adds a key, unless another process was first.
insert into signing_keys (department_id, multikey, sealed_seed, created_at) values ($1, $2, $3, $4)
on conflict (department_id) where retired_at is null do nothing;

-- name: SigningKeyRetire :execrows
-- SigningKeyRetire ends the signing of the current key.
update signing_keys set retired_at = @now where department_id = @department_id and retired_at is null;

-- name: SigningKeyList :many
-- SigningKeyList lists every key that a department ever signed with.
select multikey from signing_keys where department_id = $1 order by id;

-- name: SignedBadgeNewest :one
-- SignedBadgeNewest reads the newest signed form of a credential.
select document, content_hash from signed_badges where department_id = $1 and credential_id = $2 order by id desc limit 1;

-- name: SignedBadgeInsert :exec
-- SignedBadgeInsert keeps a signed form.
insert into signed_badges (department_id, credential_id, key_id, content_hash, document, created_at) values ($1, $2, $3, $4, $5, $6);

-- name: SignedBadgeLock :exec
-- SignedBadgeLock makes others who sign the same credential wait until the transaction ends.
select pg_advisory_xact_lock(hashtextextended('signed_badges ' || @credential_id::text, 0));

-- name: BadgesToSignList :many
-- BadgesToSignList lists the next badges that are to be signed again.
select credential_id, department_id from badges_to_sign where credential_id > @after order by credential_id limit @row_limit;

-- name: BadgesToSignDelete :exec
-- BadgesToSignDelete notes that a badge was signed again.
delete from badges_to_sign where department_id = @department_id and credential_id = @credential_id;
