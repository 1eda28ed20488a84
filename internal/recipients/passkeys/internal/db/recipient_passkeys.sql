-- name: RecipientPasskeyInsert :one
-- RecipientPasskeyInsert registers a passkey, or returns no row if the person has the most that they may have.
insert into recipient_passkeys (recipient_id, credential_id, user_handle, public_key, name, sign_count, transports, backup_eligible, backed_up, created_at)
select @recipient_id, @credential_id, @user_handle, @public_key, @name, @sign_count, @transports::text[], @backup_eligible, @backed_up, @now::timestamptz
where (select count(*) from recipient_passkeys p where p.recipient_id = @recipient_id) < @most::integer
returning *;

-- name: RecipientPasskeyList :many
-- RecipientPasskeyList lists the passkeys of a person, oldest first.
select * from recipient_passkeys where recipient_id = @recipient_id order by id limit 100;

-- name: RecipientPasskeyLock :one
-- RecipientPasskeyLock finds a passkey by the ID that its device gave it.
select * from recipient_passkeys where credential_id = @credential_id for update;

-- name: RecipientPasskeyUsed :exec
-- RecipientPasskeyUsed notes that a passkey signed in.
update recipient_passkeys set sign_count = @sign_count, backup_eligible = @backup_eligible, backed_up = @backed_up, last_used_at = @now::timestamptz
where id = @id;

-- name: RecipientPasskeyRename :one
-- RecipientPasskeyRename renames a passkey.
update recipient_passkeys set name = @name where id = @id and recipient_id = @recipient_id returning *;

-- name: RecipientPasskeyDelete :one
-- RecipientPasskeyDelete removes a passkey and returns its name.
delete from recipient_passkeys where id = @id and recipient_id = @recipient_id returning name;

-- name: RecipientPasskeysMove :exec
-- RecipientPasskeysMove gives the passkeys of a person to their new primary row.
update recipient_passkeys set recipient_id = @recipient_id where recipient_id = @former_id;

-- name: RecipientPasskeysDelete :exec
-- RecipientPasskeysDelete removes all passkeys of a person.
delete from recipient_passkeys where recipient_id = @recipient_id;
