-- name: PermissionGroupList :many
-- PermissionGroupList lists the permission groups of a department by name, with the IDs of their members; 0 matches every id.
select sqlc.embed(p), coalesce((select array_agg(s.member_id order by s.member_id) from permission_group_members m
	join memberships s on s.user_id = m.user_id and s.department_id = m.department_id
	where m.department_id = p.department_id and m.permission_group_id = p.id), '{}')::bigint[] as member_ids
from permission_groups p where p.department_id = @department_id and (@id::bigint = 0 or p.id = @id::bigint)
order by lower(p.name), p.id limit @max_rows;

-- name: PermissionGroupLock :exec
-- PermissionGroupLock makes the changes of a department's permission groups wait for each other.
select pg_advisory_xact_lock(hashtextextended('permission groups', @department_id));

-- name: PermissionGroupInsert :one
-- PermissionGroupInsert adds a permission group.
insert into permission_groups (department_id, name, description, level, scope, targets, permissions, created_at, updated_at)
values (@department_id, @name, @description, @level, @scope, @targets, @permissions, @now::timestamptz, @now::timestamptz) returning *;

-- name: PermissionGroupUpdate :one
-- PermissionGroupUpdate changes a permission group.
update permission_groups set name = @name, description = @description, level = @level, scope = @scope, targets = @targets,
	permissions = @permissions, updated_at = @now
where department_id = @department_id and id = @id returning *;

-- name: PermissionGroupDelete :exec
-- PermissionGroupDelete removes a permission group, and so ends what it gave.
delete from permission_groups where department_id = @department_id and id = @id;

-- name: PermissionGroupMembersSet :many
-- PermissionGroupMembersSet replaces the members of a permission group, and returns the IDs of those who are members of the department.
with wanted as (
	select s.user_id, s.member_id from memberships s where s.department_id = @department_id and s.member_id = any(@member_ids::bigint[])
), gone as (
	delete from permission_group_members m where m.department_id = @department_id and m.permission_group_id = @id
		and m.user_id not in (select user_id from wanted)
), added as (
	insert into permission_group_members (department_id, permission_group_id, user_id)
	select @department_id, @id, user_id from wanted on conflict do nothing
)
select member_id from wanted order by member_id;

-- name: PermissionGroupTargets :many
-- PermissionGroupTargets returns those of the IDs of groups or collections that exist.
select g.id::text as target from groups g where @scope::text = 'groups' and g.department_id = @department_id and g.id::text = any(@targets::text[])
union all
select c.id::text from collections c where @scope::text = 'collections' and c.department_id = @department_id and c.id::text = any(@targets::text[]);

-- name: PermissionGroupsFollow :exec
-- PermissionGroupsFollow makes a member of a department belong to exactly the included ones of some permission groups.
with gone as (
	delete from permission_group_members where department_id = @department_id and user_id = @user_id
		and permission_group_id = any(@decided::bigint[]) and not permission_group_id = any(@included::bigint[])
)
insert into permission_group_members (department_id, permission_group_id, user_id)
select p.department_id, p.id, @user_id from permission_groups p
where p.department_id = @department_id and p.id = any(@included::bigint[]) on conflict do nothing;
