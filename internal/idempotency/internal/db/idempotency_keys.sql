-- name: IdempotencyKeyTake :execrows
-- IdempotencyKeyTake makes the caller the holder of a key: one that is new, answered too long ago, or abandoned.
insert into idempotency_keys (department_id, key, request_hash, created_at)
values (@department_id, @key, @request_hash, @now)
on conflict (department_id, key) do update set request_hash = excluded.request_hash, status = null, body = null, created_at = excluded.created_at
where idempotency_keys.created_at <= @kept_since
	or (idempotency_keys.status is null and idempotency_keys.created_at <= @abandoned_since
		and idempotency_keys.request_hash = excluded.request_hash);

-- name: IdempotencyKeyFind :one
-- IdempotencyKeyFind reads what is known of a key.
select request_hash, status, body from idempotency_keys where department_id = @department_id and key = @key;

-- name: IdempotencyKeyAnswer :exec
-- IdempotencyKeyAnswer keeps the answer; only the holder's row is touched.
update idempotency_keys set status = @status, body = @body
where department_id = @department_id and key = @key and created_at = @taken_at and status is null;

-- name: IdempotencyKeyRelease :exec
-- IdempotencyKeyRelease forgets a key whose request had no effect.
delete from idempotency_keys where department_id = @department_id and key = @key and created_at = @taken_at and status is null;

-- name: IdempotencyKeyDeleteOld :execrows
-- IdempotencyKeyDeleteOld removes keys that are no longer replayed.
delete from idempotency_keys where created_at < @before;
