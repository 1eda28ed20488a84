-- name: TOTPBegin :execrows
-- TOTPBegin stores the secret of a new enrolment, in place of one that was not confirmed. 0 rows mean that the user has an app already.
insert into user_totp as t (user_id, sealed_secret, created_at) values (@user_id, @sealed_secret, @now)
on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at where t.confirmed_at is null;

-- name: TOTPFind :one
-- TOTPFind reads a user's app, confirmed or not.
select * from user_totp where user_id = @user_id;

-- name: TOTPConfirm :execrows
-- TOTPConfirm finishes the enrolment of a secret with a first code.
update user_totp set confirmed_at = @now::timestamptz, last_step = @step
where user_id = @user_id and sealed_secret = @sealed_secret and confirmed_at is null and created_at > @begun_since;

-- name: TOTPUse :execrows
-- TOTPUse accepts the code of a time step; 0 rows mean that this code or a later one was used before.
update user_totp set last_step = @step where user_id = @user_id and confirmed_at is not null and last_step < @step;

-- name: TOTPDelete :execrows
-- TOTPDelete removes a user's app.
delete from user_totp where user_id = @user_id and confirmed_at is not null;

-- name: RecoveryCodesInsert :exec
-- RecoveryCodesInsert stores the hashes of new recovery codes.
insert into user_recovery_codes (user_id, code_hash, created_at) select @user_id, unnest(@code_hashes::bytea[]), @now;

-- name: RecoveryCodeUse :execrows
-- RecoveryCodeUse spends a recovery code.
update user_recovery_codes set used_at = @now::timestamptz where user_id = @user_id and code_hash = @code_hash and used_at is null;

-- name: RecoveryCodesLeft :one
-- RecoveryCodesLeft counts a user's unused recovery codes.
select count(*) from user_recovery_codes where user_id = @user_id and used_at is null;

-- name: RecoveryCodesDelete :exec
-- RecoveryCodesDelete removes all of a user's recovery codes.
delete from user_recovery_codes where user_id = @user_id;

-- name: RecoveryCodesDeleteIdle :exec
-- RecoveryCodesDeleteIdle removes a user's recovery codes if there is no second factor left that they could replace.
delete from user_recovery_codes c where c.user_id = @user_id
	and not exists (select from user_totp t where t.user_id = @user_id and t.confirmed_at is not null)
	and not exists (select from user_passkeys p where p.user_id = @user_id);

-- name: SecondFactors :one
-- SecondFactors reports which second factors a user has. It locks the user, so that changes of them happen one after the other.
select exists (select from user_totp t where t.user_id = u.id and t.confirmed_at is not null)::boolean as totp,
	exists (select from user_passkeys p where p.user_id = u.id)::boolean as passkey
from users u where u.id = @user_id for no key update;

-- name: FactorsDelete :exec
-- FactorsDelete removes all second factors of a user, and what could become one.
with apps as (delete from user_totp t where t.user_id = @user_id), codes as (delete from user_recovery_codes c where c.user_id = @user_id),
	challenges as (delete from user_passkey_challenges h where h.user_id = @user_id)
delete from user_passkeys p where p.user_id = @user_id;
