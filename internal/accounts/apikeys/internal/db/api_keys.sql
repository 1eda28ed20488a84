-- name: APIKeyInsert :one
-- APIKeyInsert adds a key.
insert into api_keys (department_id, name, test, token_hash, last_characters, access, scopes, group_ids, networks, rate, expires_at, created_by, created_at)
values (@department_id, @name, @test, @token_hash, @last_characters, @access, @scopes, @group_ids, @networks, @rate, sqlc.narg(expires_at), sqlc.narg(created_by), @now)
returning id;

-- name: APIKeysList :many
-- APIKeysList lists the keys of a department that were not revoked, the newest first, or one of them.
select sqlc.embed(k), coalesce(nullif(u.name, ''), u.email, '')::text as created_by_name from api_keys k left join users u on u.id = k.created_by
where k.department_id = @department_id and k.revoked_at is null and (sqlc.narg(id)::bigint is null or k.id = sqlc.narg(id))
order by k.id desc limit @row_limit;

-- name: APIKeysLock :exec
-- APIKeysLock lets the keys of a department be made one after the other, so that the limit holds.
select pg_advisory_xact_lock(hashtextextended('api_keys', @department_id));

-- name: APIKeysCount :one
-- APIKeysCount counts the keys of a department that were not revoked.
select count(*) from api_keys where department_id = @department_id and revoked_at is null;

-- name: APIKeyGroupsCount :one
-- APIKeyGroupsCount counts how many of some groups there are.
select count(*) from groups where department_id = @department_id and id = any (@ids::bigint[]);

-- name: APIKeyLock :exec
-- APIKeyLock lets the changes of a key be made one after the other.
select id from api_keys where department_id = @department_id and id = @id for update;

-- name: APIKeyUpdate :execrows
-- APIKeyUpdate changes what a key may do, and from where.
update api_keys set name = @name, access = @access, scopes = @scopes, group_ids = @group_ids, networks = @networks, rate = @rate, expires_at = sqlc.narg(expires_at)
where department_id = @department_id and id = @id and revoked_at is null;

-- name: APIKeyRevoke :execrows
-- APIKeyRevoke makes a key worthless.
update api_keys set revoked_at = @now where department_id = @department_id and id = @id and revoked_at is null;

-- name: APIKeyRotate :execrows
-- APIKeyRotate gives a key another secret; the one that it has opens it for a while longer, and any older one no more.
update api_keys set old_token_hash = token_hash, old_until = @old_until, token_hash = @token_hash, last_characters = @last_characters
where department_id = @department_id and id = @id and revoked_at is null;

-- name: APIKeyResolve :one
-- APIKeyResolve finds what a key opens, and until when, or 1970 where that has no end.
select k.id, k.department_id, k.test, k.access, k.scopes, k.group_ids, k.networks, k.rate, (d.archived_at is not null)::boolean as archived,
	(coalesce(least(k.expires_at, case when k.token_hash = @token_hash then null else k.old_until end), 'epoch'))::timestamptz as ends_at
from api_keys k join departments d on d.id = k.department_id
where (k.token_hash = @token_hash or (k.old_token_hash = @token_hash and k.old_until > @now))
	and k.revoked_at is null and (k.expires_at is null or k.expires_at > @now) and d.deleted_at is null;

-- name: APIKeysUsed :exec
-- APIKeysUsed notes when and from where keys were used, to the minute.
update api_keys k set last_used_at = u.at, last_used_ip = u.ip
from (select unnest(@ids::bigint[]) as id, unnest(@ats::timestamptz[]) as at, unnest(@ips::text[]) as ip) u
where k.id = u.id and (k.last_used_at is null or k.last_used_at <= u.at - interval '1 minute');
