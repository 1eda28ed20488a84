-- name: UserInsert :one
-- UserInsert adds an account.
insert into users (email, name, password_hash, language, verified_at, created_at, updated_at)
values (@email, @name, sqlc.narg(password_hash), @language, sqlc.narg(verified_at), @now, @now)
returning *;

-- name: UserFind :one
-- UserFind reads an account.
select * from users where id = @id;

-- name: UserFindByEmail :one
-- UserFindByEmail reads the account of an address, however it is written.
select * from users where lower(email) = lower(@email);

-- name: UserUpdate :one
-- UserUpdate changes name and language.
update users set name = @name, language = @language, updated_at = @now where id = @id returning *;

-- name: UserSetPassword :one
-- UserSetPassword keeps a new hash.
update users set password_hash = @password_hash, updated_at = @now where id = @id returning *;

-- name: UserVerify :one
-- UserVerify notes that the address belongs to the user; the first time counts.
update users set verified_at = coalesce(verified_at, @now), updated_at = @now where id = @id returning *;

-- name: UserMember :one
-- UserMember finds a member of a department by address, with their role there.
select sqlc.embed(u), m.role from users u join memberships m on m.user_id = u.id
where m.department_id = @department_id and lower(u.email) = lower(@email);
