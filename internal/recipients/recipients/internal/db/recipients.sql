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

-- name: RecipientByEmail :one
-- RecipientByEmail finds the recipient of an address.
select * from recipients where email = lower(@email::text);

-- name: RecipientByID :one
-- RecipientByID reads a recipient.
select * from recipients where id = @id;

-- name: RecipientUpdate :one
-- RecipientUpdate sets what recipients say of themselves.
update recipients set name = @name, locale = @locale, updated_at = @now where id = @id returning *;

-- name: RecipientSetPassword :exec
-- RecipientSetPassword replaces the hash of the password.
update recipients set password_hash = @password_hash, updated_at = @now where id = @id;

-- name: RecipientOwnerOf :one
-- RecipientOwnerOf reads to whom a credential was issued.
select c.recipient_name, c.recipient_email, g.language
from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.uuid = @uuid and c.recipient_email <> '' and c.state not in ('draft', 'scheduled', 'deleted');
