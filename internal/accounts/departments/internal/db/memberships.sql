-- name: MembershipInsert :exec
-- MembershipInsert makes a user a member.
insert into memberships (user_id, department_id, member_id, role, created_at) values (@user_id, @department_id, coalesce(nullif(@member_id::bigint, 0), @user_id), @role, @now);

-- name: MembershipRole :one
-- MembershipRole reads what a user is in a department.
select member_role(m.department_id, m.user_id, m.role)::text as role, d.second_factor_from, d.allowed_networks from memberships m join departments d on d.id = m.department_id
where m.user_id = @user_id and m.department_id = @department_id and d.deleted_at is null;

-- name: MembershipsLock :many
-- MembershipsLock reads the departments of a user and keeps parallel deletions from each leaving the other's.
select m.department_id from memberships m join departments d on d.id = m.department_id
where m.user_id = @user_id and d.deleted_at is null for update of m;

-- name: MembershipDelete :execrows
-- MembershipDelete ends a membership.
delete from memberships where user_id = @user_id and department_id = @department_id;

-- name: MembershipRoleSet :execrows
-- MembershipRoleSet gives a member another role.
update memberships set role = @role where user_id = @user_id and department_id = @department_id;

-- name: MembershipLeaders :many
-- MembershipLeaders locks and returns the owners and administrators of a department, so that two of them cannot remove each other at once.
-- Those who have not claimed their account yet cannot administer anything.
select m.user_id, m.role, (u.password_hash is not null)::bool as claimed from memberships m join users u on u.id = m.user_id
where m.department_id = @department_id and m.role in ('owner', 'administrator')
order by m.user_id for update of m;

-- name: MembershipUser :one
-- MembershipUser reads whose membership an id of the API names.
select user_id from memberships where department_id = @department_id and member_id = @member_id::bigint;
