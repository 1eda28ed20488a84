-- name: ReferenceLock :one
-- ReferenceLock makes others who change the references of a credential wait.
select id from credentials where department_id = @department_id and id = @credential_id and state <> 'deleted' for no key update;

-- name: ReferenceInsert :one
-- ReferenceInsert adds a reference.
insert into credential_references (department_id, credential_id, asked_by, relationship, words, referee_name, referee_email, referee_title,
	referee_url, referee_avatar, message, position, state, turn, token_hash, token_expires_at, requested_at, submitted_at, decided_at, created_at, updated_at)
values (@department_id, @credential_id, @asked_by, @relationship, @words, @referee_name, @referee_email, @referee_title,
	@referee_url, @referee_avatar, @message, @position, @state, @turn, @token_hash, @token_expires_at, @requested_at, @submitted_at, @decided_at, @now, @now)
returning id;

-- name: ReferenceUpdate :exec
-- ReferenceUpdate writes what can be changed of a reference.
update credential_references set relationship = @relationship, words = @words, referee_name = @referee_name, referee_email = @referee_email,
	referee_title = @referee_title, referee_url = @referee_url, referee_avatar = @referee_avatar, state = @state, rejection = @rejection, turn = @turn,
	token_hash = @token_hash, token_expires_at = @token_expires_at, requested_at = @requested_at, submitted_at = @submitted_at,
	decided_at = @decided_at, updated_at = @now
where department_id = @department_id and id = @id;

-- name: ReferencePlace :exec
-- ReferencePlace puts references into an order.
update credential_references r set position = p.position
from (select unnest(@ids::bigint[]) as id, unnest(@positions::int[]) as position) p
where r.department_id = @department_id and r.id = p.id and r.position <> p.position;

-- name: ReferenceDelete :exec
-- ReferenceDelete removes a reference.
delete from credential_references where department_id = @department_id and id = @id;

-- name: ReferencesOf :many
-- ReferencesOf lists the references of a credential in their order; there are never more than a few.
select * from credential_references where department_id = @department_id and credential_id = @credential_id order by position, id limit 100;

-- name: ReferenceByToken :one
-- ReferenceByToken finds in any department what a link is for.
select id, department_id, credential_id from credential_references
where token_hash = @token_hash and (token_expires_at is null or token_expires_at > @now::timestamptz);

-- name: ReferenceDeciders :many
-- ReferenceDeciders lists the administrators of a department, who are told.
select u.id, u.email, u.language from memberships m join users u on u.id = m.user_id
where m.department_id = $1 and m.role in ('owner', 'administrator')
order by u.id limit 20;
