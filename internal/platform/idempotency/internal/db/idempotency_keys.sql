-- name: IdempotencyKeyLock :one
-- IdempotencyKeyLock makes the caller the holder of an owner's key until its transaction ends, unless somebody is.
select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || @owner::text || ' ' || @key::text, 0));

-- name: IdempotencyKeyFind :one
-- IdempotencyKeyFind reads the answer that is kept for a key. Without one, an earlier version of the product died in between.
select request_hash, status, body from idempotency_keys
where department_id = @department_id and key = @key and status is not null and created_at > @kept_since;

-- name: RecipientIdempotencyKeyFind :one
-- RecipientIdempotencyKeyFind reads the answer that is kept for a recipient's key.
select request_hash, status, body from recipient_idempotency_keys where recipient_id = @recipient_id and key = @key and created_at > @kept_since;

-- name: IdempotencyKeyKeep :exec
-- IdempotencyKeyKeep keeps an answer, in the place of one that is kept no longer.
insert into idempotency_keys (department_id, key, request_hash, status, body, created_at)
values (@department_id, @key, @request_hash, @status, @body, @now)
on conflict (department_id, key) do update set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at;

-- name: RecipientIdempotencyKeyKeep :exec
-- RecipientIdempotencyKeyKeep keeps an answer, in the place of one that is kept no longer.
insert into recipient_idempotency_keys (recipient_id, key, request_hash, status, body, created_at)
values (@recipient_id, @key, @request_hash, @status, @body, @now)
on conflict (recipient_id, key) do update set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at;

-- name: IdempotencyKeyDeleteOld :execrows
-- IdempotencyKeyDeleteOld removes keys that are no longer replayed.
delete from idempotency_keys where created_at < @before;

-- name: RecipientIdempotencyKeyDeleteOld :execrows
-- RecipientIdempotencyKeyDeleteOld removes keys of recipients that are no longer replayed.
delete from recipient_idempotency_keys where created_at < @before;
