-- name: MemberList :many
-- MemberList lists the members of a department, the oldest membership first; 0 matches every user.
select u.id, u.name, u.email, m.role, m.created_at from memberships m join users u on u.id = m.user_id
where m.department_id = @department_id and (@user_id::bigint = 0 or u.id = @user_id::bigint)
order by m.created_at, u.id limit @max_rows offset @skip;

-- name: MemberCount :one
-- MemberCount counts the members of a department.
select count(*) from memberships where department_id = @department_id;
