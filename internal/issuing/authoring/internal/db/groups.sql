-- name: GroupForCredential :one
-- GroupForCredential reads what a new credential takes from its group and department.
select g.id, g.state, g.certificate_design_id, g.badge_design_id, g.allow_duplicate_credentials, g.auto_expiry_amount, g.auto_expiry_unit, g.settings,
	coalesce(g.generate_private_credential, d.generate_private_credential) as private, d.time_zone
from groups g join departments d on d.id = g.department_id
where g.department_id = @department_id
	and (g.id = sqlc.narg('id')::bigint or (sqlc.narg('id')::bigint is null and lower(g.name) = lower(@name::text)))
for share of g;

-- name: GroupForNew :one
-- GroupForNew is GroupForCredential with the number that a new credential will have, what it shows of the group, and what it keeps of that
-- if it is issued at once.
select g.id, g.state, g.certificate_design_id, g.badge_design_id, g.allow_duplicate_credentials, g.auto_expiry_amount, g.auto_expiry_unit, g.settings,
	coalesce(g.generate_private_credential, d.generate_private_credential) as private, d.time_zone, g.send_emails, sqlc.embed(s),
	i.certificate_version_id, i.badge_version_id, i.snapshot,
	(not coalesce(app_test(), false) and (approval_required(g.department_id, 'publish') or design_unapproved(g.department_id, g.certificate_design_id, g.badge_design_id)))::boolean as unapproved,
	coalesce(app_test(), false)::boolean as test, nextval('credentials_id_seq')::bigint as credential_id
from groups g
join departments d on d.id = g.department_id
join groups_shown s on s.department_id = g.department_id and s.id = g.id
join groups_issuing i on i.department_id = g.department_id and i.id = g.id
where g.department_id = @department_id
	and (g.id = sqlc.narg('id')::bigint or (sqlc.narg('id')::bigint is null and lower(g.name) = lower(@name::text)))
for share of g;

-- name: DepartmentZone :one
-- DepartmentZone tells the time zone that dates of the department are meant in.
select time_zone from departments where id = @department_id;
