-- name: RecipientEnsure :one
-- RecipientEnsure finds who is behind an address, or writes them down by the name of their first credential.
insert into recipients (email, name, locale, created_at, updated_at) values (lower(@email::text), @name, @locale, @now, @now)
on conflict (email) do update set email = excluded.email
returning *;

-- name: RecipientActivate :exec
-- RecipientActivate notes that a recipient signed in by themselves.
update recipients set state = 'active', updated_at = @now where id = @id and state = 'passive';

-- name: RecipientNamePublic :execrows
-- RecipientNamePublic sets under which name everybody finds a recipient, or null.
update recipients set vanity = sqlc.narg(vanity), updated_at = @now where id = @id;

-- name: RecipientByVanity :one
-- RecipientByVanity finds a recipient by that name.
select * from recipients where vanity = @vanity::text;
