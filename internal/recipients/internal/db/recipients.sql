-- name: RecipientEnsure :one
-- RecipientEnsure finds who is behind an address, or writes them down by the name of their first credential.
insert into recipients (email, name, locale, created_at, updated_at) values (lower(@email::text), @name, @locale, @now, @now)
on conflict (email) do update set email = excluded.email
returning *;

-- name: RecipientActivate :exec
-- RecipientActivate notes that a recipient signed in by themselves.
update recipients set state = 'active', updated_at = @now where id = @id and state = 'passive';
