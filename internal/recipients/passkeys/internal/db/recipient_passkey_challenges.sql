-- name: RecipientPasskeyChallengeInsert :exec
-- RecipientPasskeyChallengeInsert stores the challenge of a registration, or without a recipient of a sign-in.
insert into recipient_passkey_challenges (challenge_hash, recipient_id, user_handle, created_at, expires_at)
values (@challenge_hash, sqlc.narg(recipient_id), sqlc.narg(user_handle), @now, @expires_at);

-- name: RecipientPasskeyChallengeSpend :one
-- RecipientPasskeyChallengeSpend uses a challenge up and returns the user handle of its registration.
delete from recipient_passkey_challenges
where challenge_hash = @challenge_hash and recipient_id is not distinct from sqlc.narg(recipient_id) and expires_at > @now
returning user_handle;

-- name: RecipientPasskeyChallengesDeleteExpired :execrows
-- RecipientPasskeyChallengesDeleteExpired removes expired challenges.
delete from recipient_passkey_challenges where expires_at <= @now;
