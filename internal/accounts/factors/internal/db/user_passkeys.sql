-- name: PasskeyChallengeInsert :exec
-- PasskeyChallengeInsert stores the challenge of a passkey to be made by a user, or without a user of one to be used.
insert into user_passkey_challenges (challenge_hash, user_id, user_handle, created_at, expires_at)
values (@challenge_hash, sqlc.narg(user_id), sqlc.narg(user_handle), @now, @expires_at);

-- name: PasskeyChallengeSpend :one
-- PasskeyChallengeSpend uses a challenge up and returns the user handle of a passkey to be made.
delete from user_passkey_challenges
where challenge_hash = @challenge_hash and user_id is not distinct from sqlc.narg(user_id) and expires_at > @now
returning user_handle;

-- name: PasskeyChallengesDeleteExpired :execrows
-- PasskeyChallengesDeleteExpired removes expired challenges.
delete from user_passkey_challenges where expires_at <= @now;

-- name: PasskeyInsert :one
-- PasskeyInsert stores a passkey, or returns no row if the user has the most that they may have.
insert into user_passkeys (user_id, credential_id, user_handle, public_key, name, sign_count, transports, backup_eligible, backed_up, created_at)
select @user_id, @credential_id, @user_handle, @public_key, @name, @sign_count, @transports::text[], @backup_eligible, @backed_up, @now::timestamptz
where (select count(*) from user_passkeys p where p.user_id = @user_id) < @most::integer
returning *;

-- name: PasskeyList :many
-- PasskeyList lists the passkeys of a user, oldest first.
select * from user_passkeys where user_id = @user_id order by id limit 100;

-- name: PasskeyLock :one
-- PasskeyLock finds a passkey by the ID that its device gave it.
select * from user_passkeys where credential_id = @credential_id for update;

-- name: PasskeyUsed :exec
-- PasskeyUsed notes that a passkey was used.
update user_passkeys set sign_count = @sign_count, backup_eligible = @backup_eligible, backed_up = @backed_up, last_used_at = @now::timestamptz
where id = @id;

-- name: PasskeyRename :one
-- PasskeyRename renames a passkey.
update user_passkeys set name = @name where id = @id and user_id = @user_id returning *;

-- name: PasskeyDelete :one
-- PasskeyDelete removes a passkey and returns its name.
delete from user_passkeys where id = @id and user_id = @user_id returning name;
