-- name: RecipientEnsure :one
-- RecipientEnsure finds who is behind an address, or writes them down by the name of their first credential.
insert into recipients (email, name, locale, created_at, updated_at) values (lower(@email::text), @name, @locale, @now, @now)
on conflict (email) do update set email = excluded.email
returning *;

-- name: RecipientActivate :exec
-- RecipientActivate notes that a recipient signed in by themselves.
update recipients set state = 'active', updated_at = @now where id = @id and state = 'passive';

-- name: RecipientByID :one
-- RecipientByID reads a recipient.
select * from recipients where id = @id;

-- name: RecipientUpdate :one
-- RecipientUpdate sets what recipients say of themselves.
update recipients set name = @name, locale = @locale, time_zone = @time_zone, updated_at = @now where id = @id returning *;

-- name: RecipientSetPassword :exec
-- RecipientSetPassword replaces the hash of the password.
update recipients set password_hash = @password_hash, updated_at = @now where id = @id;

-- name: RecipientOwnerOf :one
-- RecipientOwnerOf reads to whom a credential was issued.
select c.recipient_name, c.recipient_email, g.language
from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.uuid = @uuid and c.recipient_email <> '' and c.state not in ('draft', 'scheduled', 'deleted');

-- name: RecipientPerson :one
-- RecipientPerson reads the primary row of whoever has an address.
select p.* from recipients r join recipients p on p.id = coalesce(r.person_id, r.id) where r.email = lower(@email::text);

-- name: RecipientAddresses :many
-- RecipientAddresses lists the rows of a person, the primary one first.
select * from recipients where id = @person_id or person_id = @person_id order by person_id is not null, email;

-- name: RecipientsLock :many
-- RecipientsLock locks the rows of two people, in the order of their numbers.
select * from recipients where id = any(@ids::bigint[]) or person_id = any(@ids::bigint[]) order by id for update;

-- name: RecipientsJoin :exec
-- RecipientsJoin makes all addresses of one person those of another.
update recipients set person_id = @person_id, password_hash = null, updated_at = @now where id = @other_id or person_id = @other_id;

-- name: RecipientSessionsMove :exec
-- RecipientSessionsMove gives the sessions that a person proved to another. Those of issuers' links stay with their address.
update recipient_sessions set recipient_id = @person_id where recipient_id = @other_id and level = 'full';

-- name: RecipientLeave :exec
-- RecipientLeave makes an address a person of its own.
update recipients set person_id = null, state = 'passive', updated_at = @now where id = @id and person_id = @person_id;

-- name: RecipientsLead :exec
-- RecipientsLead makes another address of a person the primary one.
update recipients set person_id = case when id = @id then null else @id::bigint end, updated_at = @now where id = @person_id or person_id = @person_id;

-- name: RecipientTakeOver :exec
-- RecipientTakeOver moves what belongs to a person to their new primary row.
update recipients n set name = o.name, locale = o.locale, time_zone = o.time_zone, state = o.state, password_hash = o.password_hash from recipients o where n.id = @id and o.id = @person_id;

-- name: RecipientPasswordClear :exec
-- RecipientPasswordClear removes the password from the former primary row, after the new one took it over.
update recipients set password_hash = null where id = @id;

-- name: RecipientDelete :exec
-- RecipientDelete deletes a person with all addresses, and the codes that were mailed to them. What refers to a person goes with them.
with gone as (delete from recipients r where r.id = @id or r.person_id = @id returning r.email)
delete from recipient_sign_ins s using gone where s.email = gone.email;

-- name: RecipientErase :exec
-- RecipientErase deletes who never signed in, unless another department has credentials for the address. An account is its owner's.
delete from recipients r where r.email = @email and r.state = 'passive' and r.person_id is null
	and not exists (select from recipients o where o.person_id = r.id)
	and not exists (select from credentials c where c.recipient_address = r.email and c.department_id <> @department_id);

-- name: RecipientIssuerNames :many
-- RecipientIssuerNames reads the names of departments whose emails somebody stopped.
select id, name from departments where id = any(@ids::bigint[]) order by name, id;
