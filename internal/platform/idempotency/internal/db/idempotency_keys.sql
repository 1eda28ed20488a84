-- name: IdempotencyKeyLock :one
-- IdempotencyKeyLock makes the caller the holder of a key until its transaction ends, unless somebody is.
select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || @department_id::bigint || ' ' || @key::text, 0));

-- name: IdempotencyKeyFind :one
-- IdempotencyKeyFind reads the answer that is kept for a key. Without one, an earlier version of the product died in between.
select request_hash, status, body from idempotency_keys
where department_id = @department_id and key = @key and status is not null and created_at > @kept_since;

-- name: IdempotencyKeyKeep :exec
-- IdempotencyKeyKeep keeps an answer, in the place of one that is kept no longer.
insert into idempotency_keys (department_id, key, request_hash, status, body, created_at)
values (@department_id, @key, @request_hash, @status, @body, @now)
on conflict (department_id, key) do update set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at;

-- name: IdempotencyKeyDeleteOld :execrows
-- IdempotencyKeyDeleteOld removes keys that are no longer replayed.
delete from idempotency_keys where created_at < @before;
