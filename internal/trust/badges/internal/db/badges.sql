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
select multikey, created_at, retired_at, revoked_at from signing_keys where department_id = $1 order by id;

-- name: SigningKeyRevoke :one
-- SigningKeyRevoke marks a key as one that others may have. current reports whether the department signed with it until now.
update signing_keys k set revoked_at = @now, retired_at = coalesce(k.retired_at, @now)
from signing_keys old
where old.id = k.id and k.department_id = @department_id and k.multikey = @multikey and k.revoked_at is null
returning k.id, (old.retired_at is null)::boolean as current;

-- name: SigningKeyPending :one
-- SigningKeyPending counts the credentials whose newest signed form is by a key, up to row_limit.
select count(*) from (
	select 1 from signed_badges b
	join signing_keys k on k.department_id = b.department_id and k.id = b.key_id
	where k.department_id = @department_id and k.multikey = @multikey and not exists (
		select 1 from signed_badges n
		where n.department_id = b.department_id and n.credential_id = b.credential_id and n.id > b.id)
	limit @row_limit
) pending;

-- name: SigningKeyExists :one
-- SigningKeyExists reports whether a department has a key that is not revoked, and which kind: of signatures or of tokens.
select exists (select 1 from signing_keys k where k.department_id = @department_id and k.multikey = @name and k.revoked_at is null) as signs,
	exists (select 1 from token_keys t where t.department_id = @department_id and t.name = @name and t.revoked_at is null) as signs_tokens;

-- name: BadgesToSignOfKey :exec
-- BadgesToSignOfKey notes that everything a key signed is to be signed again.
insert into badges_to_sign (department_id, credential_id)
select distinct b.department_id, b.credential_id from signed_badges b where b.department_id = @department_id and b.key_id = @key_id
on conflict do nothing;

-- name: SignedBadgesNewest :many
-- SignedBadgesNewest reads the newest signed forms of credentials.
select b.credential_id, b.document, b.content_hash, (k.revoked_at is not null)::boolean as key_revoked
from unnest(@credential_ids::bigint[]) as wanted(credential_id)
cross join lateral (
	select s.* from signed_badges s where s.department_id = @department_id and s.credential_id = wanted.credential_id order by s.id desc limit 1
) b
join signing_keys k on k.department_id = b.department_id and k.id = b.key_id;

-- name: SignedBadgeInsertMany :exec
-- SignedBadgeInsertMany keeps signed forms.
insert into signed_badges (department_id, credential_id, key_id, content_hash, document, created_at)
select @department_id, unnest(@credential_ids::bigint[]), @key_id, unnest(@content_hashes::bytea[]), unnest(@documents::text[]), @created_at;

-- name: SignedBadgeLock :exec
-- SignedBadgeLock makes others who sign the same credentials wait until the transaction ends, in the order in which they are named.
select pg_advisory_xact_lock(hashtextextended('signed_badges ' || wanted.credential_id::text, 0))
from unnest(@credential_ids::bigint[]) as wanted(credential_id);

-- name: BadgesToSignList :many
-- BadgesToSignList lists the next badges that are to be signed again.
select credential_id, department_id from badges_to_sign where credential_id > @after order by credential_id limit @row_limit;

-- name: BadgesToSignDelete :exec
-- BadgesToSignDelete notes that a badge was signed again.
delete from badges_to_sign where department_id = @department_id and credential_id = @credential_id;
