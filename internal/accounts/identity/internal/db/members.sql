-- name: MemberList :many
-- MemberList lists the members of a department and then who was invited, the oldest first; 0 matches every id. expires_at is set for
-- invitations only.
select m.member_id as id, m.user_id, u.name, u.email, m.role, m.created_at, null::timestamptz as expires_at
from memberships m join users u on u.id = m.user_id
where m.department_id = @department_id and (@id::bigint = 0 or m.member_id = @id::bigint)
union all
select i.id, 0, i.name, i.email, i.role, i.created_at, i.expires_at from invitations i
where i.department_id = @department_id and (@id::bigint = 0 or i.id = @id::bigint)
order by expires_at nulls first, created_at, id limit @max_rows offset @skip;

-- name: MemberCount :one
-- MemberCount counts the members of a department and who was invited.
select ((select count(*) from memberships m where m.department_id = @department_id)
	+ (select count(*) from invitations i where i.department_id = @department_id))::bigint as total;

-- name: InvitationUpsert :one
-- InvitationUpsert invites an address, or replaces its earlier invitation, whose link stops working. Without a language, the earlier one
-- is kept.
insert into invitations as i (department_id, email, name, language, role, token_hash, created_at, expires_at)
values (@department_id, @email, @name, coalesce(nullif(@language::text, ''), @fallback::text), @role, @token_hash, @now, @expires_at)
on conflict (department_id, email) do update
	set name = excluded.name, language = coalesce(nullif(@language::text, ''), i.language), role = excluded.role, token_hash = excluded.token_hash, expires_at = excluded.expires_at
returning *;

-- name: InvitationByToken :one
-- InvitationByToken reads the invitation that a link belongs to, if it has not expired and the department still exists.
select sqlc.embed(i), d.name as department_name, d.logo as department_logo,
	exists (select from users u where lower(u.email) = i.email and u.password_hash is not null)::boolean as has_account
from invitations i join departments d on d.id = i.department_id
where i.token_hash = @token_hash and i.expires_at > @now and d.deleted_at is null;

-- name: InvitationDelete :execrows
-- InvitationDelete removes an invitation; 0 rows mean that it was answered or canceled meanwhile.
delete from invitations where department_id = @department_id and id = @id;

-- name: InvitationRoleSet :execrows
-- InvitationRoleSet changes the role of an invitation.
update invitations set role = @role where department_id = @department_id and id = @id;

-- name: InvitationsDeleteExpired :execrows
-- InvitationsDeleteExpired removes invitations that expired before a time.
delete from invitations where expires_at <= @before;
