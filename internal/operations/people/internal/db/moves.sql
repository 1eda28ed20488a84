-- name: MoveInsert :one
-- MoveInsert notes that a person's address is to change. It takes the place of an earlier change that nobody confirmed.
insert into person_moves (department_id, from_address, to_email, merge, asked_by, api_key_id, secret_hash, created_at, expires_at)
values (@department_id, lower(@from_address), @to_email, @merge, sqlc.narg('asked_by'), sqlc.narg('api_key_id'), @secret_hash, @now, @expires_at)
on conflict (department_id, from_address) do update set to_email = excluded.to_email, merge = excluded.merge, asked_by = excluded.asked_by,
	api_key_id = excluded.api_key_id, secret_hash = excluded.secret_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
returning *;

-- name: MoveOf :one
-- MoveOf reads the change of a person's address that waits.
select * from person_moves where department_id = @department_id and from_address = lower(@from_address) and expires_at > @now::timestamptz;

-- name: MoveBySecret :one
-- MoveBySecret finds what a mailed secret confirms, in any department.
select * from person_moves where secret_hash = @secret_hash and expires_at > @now::timestamptz;

-- name: MoveTake :execrows
-- MoveTake ends a change that was confirmed; of two that confirm it, one may.
delete from person_moves where department_id = @department_id and id = @id and secret_hash = @secret_hash;

-- name: MoveCancel :execrows
-- MoveCancel ends a change that waits.
delete from person_moves where department_id = @department_id and from_address = lower(@from_address);

-- name: MovesDeleteExpired :execrows
-- MovesDeleteExpired deletes changes that nobody confirmed in time.
delete from person_moves where expires_at <= @now::timestamptz;

-- name: MovesErase :exec
-- MovesErase deletes changes from and to the address of an erased person.
delete from person_moves where department_id = @department_id and (from_address = @address::text or lower(to_email) = @address::text);
