-- name: RecipientLinkInsert :one
-- RecipientLinkInsert keeps a link by the hash of its token.
insert into recipient_links (department_id, credential_id, recipient_id, token_hash, level, created_by, created_at, expires_at, redirect_to, framed, only_groups)
values (@department_id, @credential_id, @recipient_id, @token_hash, @level, sqlc.narg('created_by'), @now, @expires_at, @redirect_to, @framed, @only_groups)
returning id;

-- name: RecipientLinkLock :one
-- RecipientLinkLock finds a link and lets nobody else use it meanwhile.
select sqlc.embed(l), sqlc.embed(r) from recipient_links l join recipients r on r.id = l.recipient_id
where l.token_hash = $1
for update of l;

-- name: RecipientLinkFramed :one
-- RecipientLinkFramed tells whose department's pages may show a link in a frame, for as long as what it opened can last.
select department_id from recipient_links
where token_hash = @token_hash::bytea and framed and revoked_at is null and expires_at > @now::timestamptz;

-- name: RecipientLinkUse :exec
-- RecipientLinkUse notes that a link signed somebody in.
update recipient_links set used_at = @now where department_id = @department_id and id = @id;

-- name: RecipientLinksRevoke :execrows
-- RecipientLinksRevoke makes every link of a credential worthless.
update recipient_links set revoked_at = @now where department_id = @department_id and credential_id = @credential_id and revoked_at is null;

-- name: RecipientLinksDeleteOld :execrows
-- RecipientLinksDeleteOld forgets links that expired before a day; with them go sessions that ended long ago.
delete from recipient_links l where l.expires_at <= @before
	and not exists (select from recipient_sessions s where s.link_id = l.id);

-- name: RecipientLinksOf :many
-- RecipientLinksOf lists the links that issuers made for a person and that sign somebody in, or did so in a session that goes on.
select l.id, d.name as issuer, l.created_at, l.expires_at, l.used_at
from recipient_links l join recipients r on r.id = l.recipient_id join departments d on d.id = l.department_id
where (r.id = @person_id or r.person_id = @person_id) and l.level = 'limited' and l.revoked_at is null
	and (l.used_at is null and l.expires_at > @now::timestamptz
		or exists (select from recipient_sessions s where s.department_id = l.department_id and s.link_id = l.id and least(s.idle_after, s.expires_at) > @now::timestamptz))
order by l.id desc limit 100;

-- name: RecipientLinkEnd :one
-- RecipientLinkEnd makes a link of a person worthless and ends the sessions that it started.
with ended as (
	update recipient_links l set revoked_at = @now from recipients r
	where l.id = @id and r.id = l.recipient_id and (r.id = @person_id or r.person_id = @person_id) and l.level = 'limited' and l.revoked_at is null
	returning l.id, l.department_id
), gone as (
	delete from recipient_sessions s using ended e where s.department_id = e.department_id and s.link_id = e.id
)
select department_id from ended;
