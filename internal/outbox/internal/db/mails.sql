-- name: MailInsertMany :many
-- MailInsertMany writes down mails that are to go out; one whose dedupe key is there already is left alone.
insert into mails (department_id, credential_id, kind, dedupe_key, message_id, recipient, subject, html, body_text, held_by,
	sender_name, reply_to, cc, bcc, sealed, created_at)
select nullif(unnest(@department_ids::bigint[]), 0), nullif(unnest(@credential_ids::bigint[]), 0), unnest(@kinds::text[]),
	unnest(@dedupe_keys::text[]), unnest(@message_ids::text[]), unnest(@recipients::text[]), unnest(@subjects::text[]),
	unnest(@htmls::text[]), unnest(@body_texts::text[]),
	nullif(unnest(@held_by::uuid[]), '00000000-0000-0000-0000-000000000000'),
	unnest(@sender_names::text[]), unnest(@reply_tos::text[]), unnest(@ccs::text[]), unnest(@bccs::text[]), unnest(@sealed::bytea[]), @created_at::timestamptz
on conflict (dedupe_key) do nothing
returning id, department_id, (held_by is not null)::boolean as held;

-- name: MailClaim :one
-- MailClaim locks a mail that is still to go out.
select * from mails where id = $1 and state in ('queued', 'sending') and held_by is null for update;

-- name: MailSetSending :exec
-- MailSetSending notes that the mail is being handed over from now on.
update mails set state = 'sending', attempts = attempts + 1 where id = $1;

-- name: MailSetState :exec
-- MailSetState notes how the handing over ended. forget drops the secrets of the mail.
update mails set state = @state, last_error = @last_error, sent_at = @sent_at, sealed = case when @forget::boolean then null else sealed end
where id = @id;

-- name: MailByCredential :many
-- MailByCredential lists the mails about a credential, newest first.
select * from mails where department_id = $1 and credential_id = $2 order by id desc limit 100;

-- name: MailLatest :many
-- MailLatest lists the newest mails of the installation, for development.
select * from mails where id < sqlc.arg('before')::bigint order by id desc limit 100;

-- name: MailRead :one
-- MailRead reads one mail, for development.
select * from mails where id = $1;

-- name: MailRelease :many
-- MailRelease lets some of the mails that were held back go.
update mails set held_by = null
where id in (select m.id from mails m where m.held_by = @held_by::uuid and m.state = 'queued' order by m.id limit @row_limit for update)
returning id;

-- name: MailDrop :many
-- MailDrop gives up mails about credentials that were held back.
update mails set held_by = null, state = 'dropped', sealed = null
where held_by = @held_by::uuid and department_id = @department_id and credential_id = any(@credential_ids::bigint[]) and state = 'queued'
returning credential_id;

-- name: MailDeleteByCredentials :exec
-- MailDeleteByCredentials deletes the mails about credentials.
delete from mails where credential_id = any(@credential_ids::bigint[]);
