-- name: UserTokenInsert :exec
-- UserTokenInsert keeps the hash of a one-use secret.
insert into user_tokens (token_hash, kind, user_id, selected_department, created_at, expires_at)
values (@token_hash, @kind, @user_id, sqlc.narg(selected_department), @now, @expires_at);

-- name: UserTokenUse :one
-- UserTokenUse spends a secret; a second use, a late one and one of another kind find nothing.
update user_tokens set used_at = @now
where token_hash = @token_hash and kind = @kind and used_at is null and expires_at > @now
returning user_id, selected_department;

-- name: UserTokensDelete :exec
-- UserTokensDelete makes all unused secrets of some kinds worthless.
delete from user_tokens where user_id = @user_id and kind = any(@kinds::text[]) and used_at is null;

-- name: UserTokensDeleteExpired :execrows
-- UserTokensDeleteExpired removes secrets that no longer open anything.
delete from user_tokens where expires_at <= @now or used_at is not null;

-- name: UserTokenFind :one
-- UserTokenFind reads an unused secret without spending it.
select user_id, selected_department from user_tokens
where token_hash = @token_hash and kind = @kind and used_at is null and expires_at > @now;
