-- name: SessionInsert :one
-- SessionInsert signs somebody in.
with seen as (
	update memberships set last_seen_at = @now::timestamptz where user_id = @user_id and department_id = sqlc.narg(selected_department)
)
insert into sessions (token_hash, user_id, selected_department, bound, ip, user_agent, created_at, last_seen_at, expires_at, proved_at)
values (@token_hash, @user_id, sqlc.narg(selected_department), @bound, @ip, @user_agent, @now, @now, @expires_at, sqlc.narg(proved_at))
returning *;

-- name: SessionResolve :one
-- SessionResolve reads a living session with the user's role in the wanted department, or in the selected one when none is wanted.
select s.id, s.user_id, s.bound, s.last_seen_at, s.selected_department, s.proved_at,
	coalesce(m.department_id, 0)::bigint as department_id, coalesce(m.role, '')::text as role,
	(u.verified_at is null)::boolean as unverified, m.second_factor_from, m.allowed_networks,
	session_ends(s.user_id, case when s.bound then s.selected_department end, s.created_at, s.last_seen_at, s.expires_at)::timestamptz as ends_at,
	(exists (select from user_totp t where t.user_id = s.user_id and t.confirmed_at is not null)
		or exists (select from user_passkeys p where p.user_id = s.user_id))::boolean as enrolled
from sessions s
join users u on u.id = s.user_id
left join lateral (
	select m.department_id, member_role(m.department_id, m.user_id, m.role) as role, d.second_factor_from, d.allowed_networks
	from memberships m join departments d on d.id = m.department_id
	where m.user_id = s.user_id and d.deleted_at is null and (not s.bound or m.department_id = s.selected_department)
		and m.department_id = coalesce(sqlc.narg(wanted)::bigint, s.selected_department)
) m on true
where s.token_hash = @token_hash and s.expires_at > @now and s.last_seen_at > @idle_since;

-- name: SessionSeen :exec
-- SessionSeen notes that a session is in use, and in which department.
with seen as (update sessions set last_seen_at = @now where id = @id and last_seen_at < @now returning user_id)
update memberships m set last_seen_at = @now::timestamptz from seen where m.user_id = seen.user_id and m.department_id = @department_id;

-- name: SessionFind :one
-- SessionFind reads a session of a user.
select * from sessions where id = @id and user_id = @user_id;

-- name: SessionSelectDepartment :exec
-- SessionSelectDepartment remembers where the user works.
update sessions set selected_department = @department where id = @id and user_id = @user_id;

-- name: SessionLastDepartment :one
-- SessionLastDepartment finds where a user should start: where they last worked, else where they have been longest.
select m.department_id from memberships m
join departments d on d.id = m.department_id
left join lateral (
	select max(s.last_seen_at) as seen from sessions s
	where s.user_id = m.user_id and s.selected_department = m.department_id and not s.bound
) used on true
where m.user_id = @user_id and d.deleted_at is null
order by d.archived_at is not null, used.seen desc nulls last, m.created_at, m.department_id limit 1;

-- name: SessionsOfUser :many
-- SessionsOfUser lists the living sessions of a user, the latest first.
select * from sessions where user_id = @user_id and last_seen_at > @idle_since
	and session_ends(user_id, case when bound then selected_department end, created_at, last_seen_at, expires_at) > @now::timestamptz
order by last_seen_at desc, id desc limit 200;

-- name: SessionRotate :execrows
-- SessionRotate gives a session another token; the former one ends.
update sessions set token_hash = @token_hash where id = @id and user_id = @user_id;

-- name: SessionProve :execrows
-- SessionProve notes that the person of a session proved who they are, and gives it another token; the former one ends.
update sessions set proved_at = @now::timestamptz, token_hash = @token_hash where id = @id and user_id = @user_id;

-- name: SessionDelete :execrows
-- SessionDelete signs one session of a user out.
delete from sessions where id = @id and user_id = @user_id;

-- name: SessionsDeleteOthers :execrows
-- SessionsDeleteOthers signs a user out everywhere but in one session; no session has the id 0.
delete from sessions where user_id = @user_id and id <> @keep;

-- name: SessionsDeleteExpired :execrows
-- SessionsDeleteExpired removes sessions that no longer open anything.
delete from sessions where last_seen_at <= @idle_since
	or session_ends(user_id, case when bound then selected_department end, created_at, last_seen_at, expires_at) <= @now::timestamptz;
