-- name: MemberList :many
-- MemberList lists the members of a department, deactivated ones too, and who was invited; 0 matches every id. Without a sort key, members come first, the oldest
-- first. expires_at is set for invitations only.
select t.id, t.user_id, t.name, t.email, t.role, t.created_at, t.expires_at, t.last_seen_at, t.permission_groups, t.enrolled, t.deactivated_at, t.organization_administrator
from (
	select m.member_id as id, m.user_id, u.name, u.email, m.role, m.created_at, null::timestamptz as expires_at, m.last_seen_at,
		array(select p.name from permission_group_members x
			join permission_groups p on p.department_id = x.department_id and p.id = x.permission_group_id
			where x.user_id = m.user_id and x.department_id = m.department_id order by lower(p.name))::text[] as permission_groups,
		@with_factors::boolean and (exists (select from user_totp f where f.user_id = m.user_id and f.confirmed_at is not null)
			or exists (select from user_passkeys f where f.user_id = m.user_id)) as enrolled,
		null::timestamptz as deactivated_at, m.organization_administrator
	from memberships m join users u on u.id = m.user_id
	where m.department_id = @department_id and (@id::bigint = 0 or m.member_id = @id::bigint)
	union all
	select i.id, 0, i.name, i.email, i.role, i.created_at, i.expires_at, null, '{}'::text[], false, null, i.organization_id is not null from invitations i
	where i.department_id = @department_id and (@id::bigint = 0 or i.id = @id::bigint)
	union all
	select a.member_id, a.user_id, u.name, u.email, a.role, a.created_at, null, a.last_seen_at, '{}'::text[], false, a.deactivated_at, false
	from deactivated_members a join users u on u.id = a.user_id
	where a.department_id = @department_id and (@id::bigint = 0 or a.member_id = @id::bigint)
) t
where @term::text = '' or strpos(folded(t.name), folded(@term::text)) > 0 or strpos(folded(t.email), folded(@term::text)) > 0
order by case when @sort::text = '' then t.expires_at end nulls first,
	case @sort::text when 'organization_permission_group' then not t.organization_administrator when '-organization_permission_group' then t.organization_administrator end,
	case @sort::text when 'name' then lower(t.name) when 'permission_group' then lower(t.permission_groups[1]) end,
	case @sort::text when '-name' then lower(t.name) when '-permission_group' then lower(t.permission_groups[1]) end desc nulls last,
	case when @sort::text = 'last_seen' then t.last_seen_at end nulls first,
	case when @sort::text = '-last_seen' then t.last_seen_at end desc nulls last,
	t.created_at, t.id limit @max_rows offset @skip;

-- name: MemberCount :one
-- MemberCount counts what MemberList finds.
select ((select count(*) from memberships m join users u on u.id = m.user_id where m.department_id = @department_id
		and (@term::text = '' or strpos(folded(u.name), folded(@term::text)) > 0 or strpos(folded(u.email), folded(@term::text)) > 0))
	+ (select count(*) from deactivated_members a join users u on u.id = a.user_id where a.department_id = @department_id
		and (@term::text = '' or strpos(folded(u.name), folded(@term::text)) > 0 or strpos(folded(u.email), folded(@term::text)) > 0))
	+ (select count(*) from invitations i where i.department_id = @department_id
		and (@term::text = '' or strpos(folded(i.name), folded(@term::text)) > 0 or strpos(folded(i.email), folded(@term::text)) > 0)))::bigint as total;

-- name: InvitationUpsert :one
-- InvitationUpsert invites an address, or replaces its earlier invitation, whose link stops working. Without a language, the earlier one
-- is kept.
insert into invitations as i (department_id, organization_id, email, name, language, role, token_hash, created_at, expires_at)
values (@department_id, sqlc.narg(organization_id)::bigint, @email, @name, coalesce(nullif(@language::text, ''), @fallback::text), @role, @token_hash, @now, @expires_at)
on conflict (department_id, email) do update
	set name = excluded.name, language = coalesce(nullif(@language::text, ''), i.language), role = excluded.role, token_hash = excluded.token_hash, expires_at = excluded.expires_at,
		organization_id = coalesce(excluded.organization_id, i.organization_id)
returning *;

-- name: InvitationByToken :one
-- InvitationByToken reads the invitation that a link belongs to, if it has not expired and the department still exists.
select sqlc.embed(i), d.name as department_name, d.logo as department_logo,
	coalesce((select coalesce(nullif(o.name, ''), d.name) from organizations o where o.id = i.organization_id and o.id = d.organization_id), '')::text as organization_name,
	exists (select from users u where lower(u.email) = i.email and u.password_hash is not null)::boolean as has_account
from invitations i join departments d on d.id = i.department_id
where i.token_hash = @token_hash and i.expires_at > @now and d.deleted_at is null;

-- name: InvitationDelete :execrows
-- InvitationDelete removes an invitation; 0 rows mean that it was answered or canceled meanwhile.
delete from invitations where department_id = @department_id and id = @id;

-- name: InvitationDeleteOf :many
-- InvitationDeleteOf removes the invitation of a user's address to a department.
delete from invitations i using users u
where u.id = @user_id and i.email = lower(u.email) and i.department_id = @department_id returning i.id;

-- name: InvitationRoleSet :execrows
-- InvitationRoleSet changes the role of an invitation.
update invitations set role = @role where department_id = @department_id and id = @id;

-- name: InvitationsDeleteExpired :execrows
-- InvitationsDeleteExpired removes invitations that expired before a time.
delete from invitations where expires_at <= @before;

-- name: MemberElsewhere :one
-- MemberElsewhere reports whether a user is a member of a department whose team another user may not manage.
select exists (select from memberships m join departments d on d.id = m.department_id
	where m.user_id = @user_id and d.deleted_at is null and not exists (select from memberships mine
		where mine.user_id = @acting_id and mine.department_id = m.department_id and mine.role in ('owner', 'administrator')));

-- name: MemberDeactivated :one
-- MemberDeactivated reports whether an address is that of a deactivated member of a department.
select exists (select from deactivated_members a join users u on u.id = a.user_id
	where a.department_id = @department_id and lower(u.email) = lower(@email));
