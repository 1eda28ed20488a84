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
