-- name: GroupsForCredentials :many
-- GroupsForCredentials reads what new credentials take from their groups and department.
select g.id, g.state, g.certificate_design_id, g.badge_design_id, g.allow_duplicate_credentials, g.auto_expiry_amount, g.auto_expiry_unit, g.settings,
	coalesce(g.generate_private_credential, d.generate_private_credential) as private, d.time_zone
from groups g join departments d on d.id = g.department_id
where without_index(g.department_id = @department_id) and g.id = any(@ids::bigint[])
order by g.id
for share of g;

-- name: CredentialInsertMany :many
-- CredentialInsertMany adds drafts; what a unique index refuses is left out.
insert into credentials (department_id, group_id, uuid, encoded_id, license_id, recipient_name, recipient_email, recipient_id,
	recipient_phone, recipient_meta_data, name, description, issued_on, expired_on, expired_at, grade, custom_attributes, private, private_key,
	complete, allow_supplemental_evidence, allow_supplemental_references, allows_duplicate, meta_data, source, import_id, created_at, updated_at)
select @department_id, (x ->> 'group_id')::bigint, (x ->> 'uuid')::uuid, x ->> 'encoded_id', x ->> 'license_id', x ->> 'recipient_name',
	x ->> 'recipient_email', x ->> 'recipient_id', x ->> 'recipient_phone', x -> 'recipient_meta_data', x ->> 'name', x ->> 'description',
	(x ->> 'issued_on')::date, (x ->> 'expired_on')::date, (x ->> 'expired_at')::timestamptz, (x ->> 'grade')::numeric, x -> 'custom_attributes', (x ->> 'private')::boolean,
	x ->> 'private_key', (x ->> 'complete')::boolean, (x ->> 'allow_evidence')::boolean, (x ->> 'allow_references')::boolean,
	(x ->> 'allows_duplicate')::boolean, x -> 'meta_data', @source::text, sqlc.narg('import_id')::bigint, @now::timestamptz, @now::timestamptz
from jsonb_array_elements(@rows::jsonb) x
on conflict do nothing
returning id, uuid;

-- name: CredentialUpdateMany :exec
-- CredentialUpdateMany writes the editable fields of many, whose numbers are told once more: there are as many as the planner then believes.
update credentials c set license_id = x.v ->> 'license_id', recipient_name = x.v ->> 'recipient_name', recipient_email = x.v ->> 'recipient_email',
	recipient_id = x.v ->> 'recipient_id', recipient_phone = x.v ->> 'recipient_phone', recipient_meta_data = x.v -> 'recipient_meta_data',
	name = x.v ->> 'name', description = x.v ->> 'description', issued_on = (x.v ->> 'issued_on')::date,
	expired_on = (x.v ->> 'expired_on')::date, expired_at = (x.v ->> 'expired_at')::timestamptz, grade = (x.v ->> 'grade')::numeric, custom_attributes = x.v -> 'custom_attributes',
	private = (x.v ->> 'private')::boolean, complete = (x.v ->> 'complete')::boolean, state = x.v ->> 'state',
	allow_supplemental_evidence = (x.v ->> 'allow_evidence')::boolean, allow_supplemental_references = (x.v ->> 'allow_references')::boolean,
	meta_data = x.v -> 'meta_data', updated_at = @now::timestamptz,
	corrected_at = case when c.state in ('published', 'expired', 'suspended')
			and (c.license_id, c.recipient_name, c.name, c.description, c.issued_on, c.expired_on, c.grade, c.custom_attributes) is distinct from
				(x.v ->> 'license_id', x.v ->> 'recipient_name', x.v ->> 'name', x.v ->> 'description', (x.v ->> 'issued_on')::date,
				(x.v ->> 'expired_on')::date, (x.v ->> 'grade')::numeric, x.v -> 'custom_attributes')
		then @now::timestamptz else c.corrected_at end
from (select jsonb_array_elements(@rows::jsonb) as v) x
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.id = (x.v ->> 'id')::bigint;

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
