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
-- MembershipRoleSet gives a member another role, which administrators of the organization keep when they no longer are.
update memberships set role = @role, own_role = case when organization_administrator then @role end where user_id = @user_id and department_id = @department_id;

-- name: MembershipLeaders :many
-- MembershipLeaders locks and returns the owners and administrators of a department, so that two of them cannot remove each other at once.
-- Those who have not claimed their account yet cannot administer anything.
select m.user_id, m.role, m.organization_administrator, (u.password_hash is not null)::bool as claimed from memberships m join users u on u.id = m.user_id
where m.department_id = @department_id and m.role in ('owner', 'administrator')
order by m.user_id for update of m;

-- name: MembershipUser :one
-- MembershipUser reads whose membership an id of the API names.
select user_id from memberships where department_id = @department_id and member_id = @member_id::bigint;

-- name: MembershipDeactivate :execrows
-- MembershipDeactivate ends a membership and keeps what is needed to restore it.
with ended as (
	delete from memberships m where m.user_id = @user_id and m.department_id = @department_id returning *
)
insert into deactivated_members (department_id, user_id, member_id, role, permission_groups, created_at, last_seen_at, deactivated_at)
select e.department_id, e.user_id, e.member_id, e.role, array(select p.permission_group_id from permission_group_members p
	where p.user_id = e.user_id and p.department_id = e.department_id order by 1), e.created_at, e.last_seen_at, @now::timestamptz
from ended e;

-- name: MembershipReactivate :execrows
-- MembershipReactivate restores a deactivated membership, with those of its permission groups that still exist.
with kept as (
	delete from deactivated_members d where d.user_id = @user_id and d.department_id = @department_id returning *
), permitted as (
	insert into permission_group_members (department_id, permission_group_id, user_id)
	select k.department_id, p.id, k.user_id from kept k
	join permission_groups p on p.department_id = k.department_id and p.id = any(k.permission_groups)
)
insert into memberships (user_id, department_id, member_id, role, created_at, last_seen_at)
select user_id, department_id, member_id, role, created_at, last_seen_at from kept;

-- name: DeactivatedUser :one
-- DeactivatedUser reads whose deactivated membership an id of the API names.
select user_id from deactivated_members where department_id = @department_id and member_id = @member_id::bigint for update;

-- name: IsDeactivated :one
-- IsDeactivated reports whether a user is a deactivated member of a department.
select exists (select from deactivated_members where department_id = @department_id and user_id = @user_id);

-- name: DeactivatedDelete :exec
-- DeactivatedDelete ends a deactivated membership for good.
delete from deactivated_members where department_id = @department_id and user_id = @user_id;
