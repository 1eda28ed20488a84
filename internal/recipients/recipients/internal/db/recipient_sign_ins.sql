-- name: RecipientSignInInsert :one
-- RecipientSignInInsert notes that somebody asked for a code, whether or not the address is known.
insert into recipient_sign_ins (purpose, email, recipient_id, language, request_hash, created_at, expires_at)
values (@purpose, lower(@email::text), sqlc.narg(recipient_id), @language, @request_hash, @now, @expires_at)
returning id;

-- name: RecipientSignInPending :one
-- RecipientSignInPending reads a request whose email is still to be written.
select * from recipient_sign_ins where id = @id and token_hash is null and expires_at > @now;

-- name: RecipientSignInArm :execrows
-- RecipientSignInArm stores the secrets of the email, once.
update recipient_sign_ins set token_hash = @token_hash, sealed_code = @sealed_code where id = @id and token_hash is null;

-- name: RecipientSignInLock :one
-- RecipientSignInLock finds a request by the token of its email, or without one by the secret of the browser that made it. One
-- for another address of a signed-in recipient is found by that recipient alone.
select * from recipient_sign_ins
where (token_hash = sqlc.narg(token_hash) or sqlc.narg(token_hash)::bytea is null and request_hash = @request_hash)
	and token_hash is not null and used_at is null and expires_at > @now and recipient_id is not distinct from sqlc.narg(recipient_id)
for update;

-- name: RecipientSignInMiss :exec
-- RecipientSignInMiss counts a wrong code.
update recipient_sign_ins set tries = tries + 1 where id = @id;

-- name: RecipientSignInUse :exec
-- RecipientSignInUse makes every request of the address worthless, so that one email signs in once.
update recipient_sign_ins set used_at = @now where email = @email and used_at is null;

-- name: RecipientSignInsDeleteOld :execrows
-- RecipientSignInsDeleteOld removes what expired.
delete from recipient_sign_ins where expires_at <= @now;

-- name: RecipientSignInSpend :one
-- RecipientSignInSpend notes that a derived token was used, or returns no row if it was used before.
insert into recipient_sign_ins (purpose, email, language, request_hash, created_at, expires_at, used_at)
values (@purpose, lower(@email::text), @language, @request_hash, @now, @expires_at, @now)
on conflict (request_hash) do nothing returning id;
