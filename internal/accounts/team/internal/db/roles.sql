-- name: RoleList :many
-- RoleList lists the custom roles of a department by name, with how many members, deactivated members and invited people have each; 0 matches every id.
select sqlc.embed(r), ((select count(*) from memberships m where m.department_id = r.department_id and m.role like 'role:' || r.id || ':%')
	+ (select count(*) from deactivated_members a where a.department_id = r.department_id and a.role like 'role:' || r.id || ':%')
	+ (select count(*) from invitations i where i.department_id = r.department_id and i.role like 'role:' || r.id || ':%'))::bigint as members
from roles r where r.department_id = @department_id and (@id::bigint = 0 or r.id = @id::bigint)
order by lower(r.name), r.id limit @max_rows;

-- name: RoleBuiltInMembers :many
-- RoleBuiltInMembers counts the members and invited people of a department by built-in role.
select role, count(*) as members from (
	select m.role from memberships m where m.department_id = @department_id
	union all select a.role from deactivated_members a where a.department_id = @department_id
	union all select i.role from invitations i where i.department_id = @department_id) given
where role not like '%:%' group by role;

-- name: RoleLock :exec
-- RoleLock serializes the creation of a department's roles, so that the limit holds.
select pg_advisory_xact_lock(hashtextextended('roles', @department_id));

-- name: RoleRead :one
-- RoleRead reads a custom role and keeps it from being given to anyone meanwhile.
select * from roles where department_id = @department_id and id = @id for update;

-- name: RoleInsert :one
-- RoleInsert adds a custom role.
insert into roles (department_id, name, description, permissions, created_at, updated_at)
values (@department_id, @name, @description, @permissions, @now::timestamptz, @now::timestamptz) returning *;

-- name: RoleUpdate :one
-- RoleUpdate changes a custom role.
update roles set name = @name, description = @description, permissions = @permissions, updated_at = @now
where department_id = @department_id and id = @id returning *;

-- name: RoleDelete :exec
-- RoleDelete removes a custom role.
delete from roles where department_id = @department_id and id = @id;
