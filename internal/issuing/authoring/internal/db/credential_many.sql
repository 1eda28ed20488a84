-- name: GroupsForCredentials :many
-- GroupsForCredentials reads what new credentials take from their groups and department.
select g.id, g.state, g.certificate_design_id, g.badge_design_id, g.allow_duplicate_credentials, g.auto_expiry_amount, g.auto_expiry_unit, g.settings,
	coalesce(g.generate_private_credential, d.generate_private_credential) as private, d.time_zone
from groups g join departments d on d.id = g.department_id
where without_index(g.department_id = @department_id) and g.id = any(@ids::bigint[])
order by g.id
for share of g;

-- name: CredentialDeleteDrafts :many
-- CredentialDeleteDrafts deletes softly those that were never issued.
update credentials set state = 'deleted', deleted_at = @now, updated_at = @now
where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and state in ('draft', 'scheduled')
returning id;

-- name: CredentialsOfRecipients :many
-- CredentialsOfRecipients lists what people with these addresses have, for a change of their names.
select id, recipient_address as email from credentials
where without_index(department_id = @department_id) and recipient_address = any(@emails::text[]) and state not in ('deleted', 'revoked')
order by id;

-- name: CredentialLicensesTaken :many
-- CredentialLicensesTaken reports which of the issuer's own ids are in use.
select license_id::text from credentials
where department_id = @department_id and license_id = any(@license_ids::text[]) and state <> 'deleted';
