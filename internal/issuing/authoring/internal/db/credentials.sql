-- name: CredentialInsert :one
-- CredentialInsert adds a draft or what is issued at once, under a number that was drawn for it.
insert into credentials (id, department_id, group_id, uuid, encoded_id, license_id, recipient_name, recipient_email, recipient_id,
	recipient_phone, recipient_meta_data, name, description, issued_on, expired_on, expired_at, grade, custom_attributes, private, private_key,
	complete, allow_supplemental_evidence, allow_supplemental_references, allows_duplicate, supersedes_id, revokes_superseded, meta_data, source,
	test, state, published_at, email_status, certificate_version_id, badge_version_id, snapshot, created_at, updated_at)
overriding system value
values (@id, @department_id, @group_id, @uuid, @encoded_id, sqlc.narg('license_id'), @recipient_name, @recipient_email, sqlc.narg('recipient_id'),
	@recipient_phone, @recipient_meta_data, sqlc.narg('name'), sqlc.narg('description'), @issued_on, sqlc.narg('expired_on'), sqlc.narg('expired_at'), sqlc.narg('grade'),
	@custom_attributes, @private, @private_key, @complete, @allow_supplemental_evidence, @allow_supplemental_references, @allows_duplicate,
	sqlc.narg('supersedes_id'), @revokes_superseded, @meta_data, @source, @test, @state, sqlc.narg('published_at'), @email_status,
	sqlc.narg('certificate_version_id'), sqlc.narg('badge_version_id'), sqlc.narg('snapshot'), @now::timestamptz, @now::timestamptz)
returning *;

-- name: CredentialUpdate :exec
-- CredentialUpdate writes the editable fields, and notes when what a valid credential shows was corrected.
update credentials set license_id = sqlc.narg('license_id'), recipient_name = @recipient_name, recipient_email = @recipient_email,
	recipient_id = sqlc.narg('recipient_id'), recipient_phone = @recipient_phone, recipient_meta_data = @recipient_meta_data,
	name = sqlc.narg('name'), description = sqlc.narg('description'), issued_on = @issued_on, expired_on = sqlc.narg('expired_on'), expired_at = sqlc.narg('expired_at'),
	grade = sqlc.narg('grade'), custom_attributes = @custom_attributes, private = @private, complete = @complete, state = @state,
	allow_supplemental_evidence = @allow_supplemental_evidence, allow_supplemental_references = @allow_supplemental_references,
	meta_data = @meta_data, updated_at = @now::timestamptz,
	corrected_at = case when state in ('published', 'expired', 'suspended')
			and (license_id, recipient_name, name, description, issued_on, expired_on, grade, custom_attributes) is distinct from
				(sqlc.narg('license_id')::text, @recipient_name::text, sqlc.narg('name')::text, sqlc.narg('description')::text, @issued_on::date,
				sqlc.narg('expired_on')::date, sqlc.narg('grade')::numeric, @custom_attributes::jsonb)
		then @now::timestamptz else corrected_at end
where department_id = @department_id and id = @id;

-- name: CredentialSetDeleted :many
-- CredentialSetDeleted deletes softly; the row stays as a tombstone.
update credentials set state = 'deleted', deleted_at = @now, updated_at = @now
where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and state <> 'deleted'
returning id;

-- name: CredentialRestore :exec
-- CredentialRestore takes a deletion back.
update credentials set state = @state, deleted_at = null, updated_at = @now
where department_id = @department_id and id = @id and state = 'deleted';

-- name: CredentialSetMailDue :exec
-- CredentialSetMailDue notes that mails are due, for groups that send mails.
update credentials c set email_status = 'queued' from groups g
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and g.department_id = @department_id and without_index(g.id = c.group_id)
	and g.send_emails and c.recipient_email <> '' and not c.test;
