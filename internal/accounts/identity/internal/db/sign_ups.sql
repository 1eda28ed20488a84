-- name: SignUpInsert :exec
-- SignUpInsert keeps what an account will be made of once its address is confirmed.
insert into sign_ups (token_hash, email, name, password_hash, language, department_name, created_at, expires_at)
values (@token_hash, @email, @name, @password_hash, @language, @department_name, @now, @expires_at);

-- name: SignUpUse :one
-- SignUpUse takes a sign-up by its link; a second use and a late one find nothing.
delete from sign_ups where token_hash = @token_hash and expires_at > @now returning *;

-- name: SignUpsDelete :exec
-- SignUpsDelete ends all sign-ups of an address.
delete from sign_ups where email = @email;

-- name: SignUpsDeleteExpired :execrows
-- SignUpsDeleteExpired removes sign-ups that were not confirmed in time.
delete from sign_ups where expires_at <= @now;
