-- name: DepartmentInsert :one
-- DepartmentInsert adds a department.
insert into departments (name, url, logo, page_banner, whitelabel_logo, description, language, time_zone, generate_private_credential, hold_minutes, linkedin_company_id, contact_email, meta_data, organization_id, created_at, updated_at)
values (@name, @url, @logo, @page_banner, @whitelabel_logo, @description, @language, @time_zone, @generate_private_credential, @hold_minutes, @linkedin_company_id, @contact_email, @meta_data, sqlc.narg(organization_id)::bigint, @now, @now)
returning *;

-- name: DepartmentFind :one
-- DepartmentFind reads a department that was not deleted.
select * from departments where id = @id and deleted_at is null;

-- name: DepartmentLock :one
-- DepartmentLock reads a department and keeps others from changing it until the transaction ends.
select * from departments where id = @id and deleted_at is null for update;

-- name: DepartmentsOfUser :many
-- DepartmentsOfUser lists the departments a user is a member of, oldest membership first.
select sqlc.embed(d), member_role(m.department_id, m.user_id, m.role)::text as role from memberships m join departments d on d.id = m.department_id
where m.user_id = @user_id and d.deleted_at is null
order by m.created_at, d.id limit @row_limit;

-- name: DepartmentUpdate :one
-- DepartmentUpdate writes every editable field.
update departments set name = @name, url = @url, logo = @logo, page_banner = @page_banner, whitelabel_logo = @whitelabel_logo, description = @description, language = @language, time_zone = @time_zone,
	generate_private_credential = @generate_private_credential, hold_minutes = @hold_minutes, undeclared_attributes = @undeclared_attributes, linkedin_company_id = @linkedin_company_id, contact_email = @contact_email, meta_data = @meta_data, updated_at = @now
where id = @id and deleted_at is null
returning *;

-- name: DepartmentDelete :execrows
-- DepartmentDelete hides a department; what it issued stays.
update departments set deleted_at = @now, updated_at = @now where id = @id and deleted_at is null;

-- name: DepartmentSignInPolicy :exec
-- DepartmentSignInPolicy writes what a department asks of its members' sign-ins and sessions.
update departments set second_factor_from = sqlc.narg(second_factor_from)::timestamptz, session_idle_hours = sqlc.narg(session_idle_hours)::int, session_hours = sqlc.narg(session_hours)::int,
	allowed_networks = @allowed_networks, updated_at = @now
where id = @id;

-- name: DepartmentsOfOrganization :many
-- DepartmentsOfOrganization lists the departments of an organization, the oldest first, and keeps them from leaving it.
select id, second_factor_from, allowed_networks from departments where organization_id = @organization_id and deleted_at is null order by id for share;

-- name: DepartmentArchive :execrows
-- DepartmentArchive archives a department of an organization, or restores it with null; 0 rows: it is so already.
update departments set archived_at = sqlc.narg(archived_at)::timestamptz, updated_at = @now
where id = @id and deleted_at is null and (archived_at is null) <> (sqlc.narg(archived_at)::timestamptz is null);

-- name: DepartmentJoin :exec
-- DepartmentJoin moves a department to another organization.
update departments set organization_id = @organization_id, updated_at = @now where id = @id;
