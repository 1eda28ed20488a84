-- name: OrganizationsOf :many
-- OrganizationsOf lists the organizations that a user administers, the oldest first.
select o.id, o.name, o.created_at,
	coalesce((select d.name from departments d where d.organization_id = o.id and d.deleted_at is null order by d.id limit 1), '')::text as first_department,
	array(select d.id from departments d where d.organization_id = o.id and d.deleted_at is null order by d.id)::bigint[] as departments
from organizations o
where o.id in (select d.organization_id from departments d join memberships m on m.department_id = d.id where m.user_id = @user_id and d.deleted_at is null
	union select a.organization_id from organization_administrators a where a.user_id = @user_id)
	and organization_administered_by(o.id, @user_id)
order by o.id limit 100;

-- name: OrganizationLock :one
-- OrganizationLock reads an organization that a user administers, and keeps others from changing it or who administers it.
select o.id, o.name, o.created_at,
	coalesce((select d.name from departments d where d.organization_id = o.id and d.deleted_at is null order by d.id limit 1), '')::text as first_department,
	array(select d.id from departments d where d.organization_id = o.id and d.deleted_at is null order by d.id)::bigint[] as departments
from organizations o where o.id = @id and organization_administered_by(o.id, @user_id) for update;

-- name: OrganizationRename :exec
-- OrganizationRename gives an organization another name.
update organizations set name = @name, updated_at = @now where id = @id;

-- name: OrganizationDeleteEmpty :execrows
-- OrganizationDeleteEmpty removes an organization that no department belongs to, not even a deleted one.
delete from organizations o where o.id = @id and not exists (select from departments d where d.organization_id = o.id);

-- name: AdministratorInsert :execrows
-- AdministratorInsert makes a user an administrator of an organization; 0 rows: they are one already.
insert into organization_administrators (organization_id, user_id, created_at) values (@organization_id, @user_id, @now) on conflict do nothing;

-- name: AdministratorsKeep :exec
-- AdministratorsKeep makes the owners who administer an organization without administrators of its own its administrators.
insert into organization_administrators (organization_id, user_id, created_at)
select distinct d.organization_id, m.user_id, @now::timestamptz from departments d join memberships m on m.department_id = d.id
where d.organization_id = @organization_id and d.deleted_at is null and organization_administered_by(d.organization_id, m.user_id)
on conflict do nothing;

-- name: AdministratorDelete :execrows
-- AdministratorDelete ends that.
delete from organization_administrators where organization_id = @organization_id and user_id = @user_id;

-- name: AdministratorCount :one
-- AdministratorCount counts the administrators of an organization.
select count(*) from organization_administrators where organization_id = @organization_id;

-- name: DepartmentsOf :many
-- DepartmentsOf lists the departments of an organization by name, with what a user is in each.
select d.id, d.name, d.logo, d.created_at, d.archived_at,
	(select count(*) from memberships m where m.department_id = d.id) as members,
	coalesce((select m.role from memberships m where m.department_id = d.id and m.user_id = @user_id), '')::text as role
from departments d where d.organization_id = @organization_id and d.deleted_at is null
order by d.archived_at is not null, lower(d.name), d.id limit 100;
