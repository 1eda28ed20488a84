-- name: GroupForCredential :one
-- GroupForCredential reads what a new credential takes from its group and department.
select g.id, g.state, g.certificate_design_id, g.badge_design_id, g.allow_duplicate_credentials, g.auto_expiry_amount, g.auto_expiry_unit, g.settings,
	coalesce(g.generate_private_credential, d.generate_private_credential) as private, d.time_zone
from groups g join departments d on d.id = g.department_id
where g.department_id = @department_id
	and (g.id = sqlc.narg('id')::bigint or (sqlc.narg('id')::bigint is null and lower(g.name) = lower(@name::text)))
for share of g;
