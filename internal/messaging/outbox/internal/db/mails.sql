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

-- name: MailsToDeliver :many
-- MailsToDeliver reads the mails of a job, those included that have gone out, with the topics that their recipients stopped, and
-- whether no emails are sent to their addresses.
select sqlc.embed(m), array(
	select o.topic from mail_opt_outs o where o.address = lower(m.recipient) and o.department_id in (0, coalesce(m.department_id, 0))
)::text[] as stopped,
exists (select from suppressions x where x.department_id = m.department_id and x.email = lower(m.recipient))::boolean as suppressed,
exists (select from mail_files f where f.mail_id = m.id)::boolean as attached
from mails m where m.id = any(@ids::bigint[]) and m.held_by is null order by m.id;

-- name: MailSetSending :execrows
-- MailSetSending records that a mail is being handed over from now on, and counts the attempt. Of two that try, one may. It also records
-- that others were sent; kept are those of them that may have to be sent again.
with sent as (
	update mails before set state = 'sent', last_error = '', sent_at = @now::timestamptz,
		sealed = case when before.id = any(@kept::bigint[]) then before.sealed end
	where before.id = any(@sent::bigint[])
)
update mails m set state = 'sending', attempts = m.attempts + 1, tried_since = coalesce(m.tried_since, @now::timestamptz), sent_from = @sent_from
where m.id = @id and m.state = 'queued';

-- name: MailsSetState :exec
-- MailsSetState records how attempts to hand over ended. forget drops the secrets, failed_early counts an attempt that MailSetSending did not.
-- A mail that was found marked may have been recorded as sent in the meantime.
update mails m set state = e.state, last_error = e.last_error, sent_at = case when e.ended then @now::timestamptz end,
	sealed = case when e.forget then null else m.sealed end,
	attempts = m.attempts + e.failed_early::int,
	tried_since = case when e.failed_early then coalesce(m.tried_since, @now::timestamptz) else m.tried_since end
from (select unnest(@ids::bigint[]) as id, unnest(@states::text[]) as state, unnest(@last_errors::text[]) as last_error,
	unnest(@ended::boolean[]) as ended, unnest(@forget::boolean[]) as forget, unnest(@failed_early::boolean[]) as failed_early) e
where m.id = e.id and (e.state <> 'uncertain' or m.state = 'sending') and (e.state <> 'queued' or m.state <> 'sent');

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

-- name: MailDeliveriesSince :many
-- MailDeliveriesSince counts how often credentials were mailed to their recipients since a time, and tells when first.
select credential_id::bigint as credential_id, count(*) as count, min(created_at)::timestamptz as first_at from mails
where credential_id = any(@credential_ids::bigint[]) and department_id = @department_id and kind = 'delivery' and state <> 'dropped'
	and created_at > @since
group by credential_id;

-- name: MailLockCredential :exec
-- MailLockCredential makes others who mail the same credential wait until the transaction ends.
select pg_advisory_xact_lock(hashtextextended('mail of credential', @credential_id::bigint));

-- name: MailDeleteByCredentials :exec
-- MailDeleteByCredentials deletes the mails about credentials, except those on their way that say that the credential was deleted.
delete from mails where credential_id = any(@credential_ids::bigint[]) and not (kind = 'deleted' and state in ('queued', 'sending'));

-- name: MailLock :one
-- MailLock locks a mail about a credential.
select * from mails where department_id = @department_id and credential_id = @credential_id and id = @id for update;

-- name: MailRetry :one
-- MailRetry queues a mail again, under a new Message-Id.
update mails set state = 'queued', message_id = @message_id, sealed = @sealed, tried_since = null, sent_at = null, not_before = null, waits_for = '',
	outcome = '', outcome_at = null
where id = @id returning *;

-- name: MailsWithoutJob :many
-- MailsWithoutJob lists mails that still have to go out and that no job of the queue will deliver, some at a time.
with covered as materialized (
	select coalesce(one.id, (j.args ->> 'mail_id')::bigint) as id
	from river_job j left join lateral (select jsonb_array_elements_text(j.args -> 'mail_ids')::bigint as id) one on true
	where j.kind in ('mail.deliver', 'mail.deliver_many') and j.state in ('available', 'pending', 'retryable', 'running', 'scheduled')
)
select m.id, m.department_id, m.not_before from mails m
where m.state in ('queued', 'sending') and m.held_by is null and m.created_at < @before::timestamptz
	and not exists (select from covered c where c.id = m.id)
order by m.id limit @row_limit;

-- name: MailsLockEarly :many
-- MailsLockEarly locks those of some emails whose turn is still to come.
select id from mails where id = any(@ids::bigint[]) and state = 'queued' and not_before > @now::timestamptz order by id for update;

-- name: MailsWithoutNextJob :many
-- MailsWithoutNextJob lists those of some emails that no job will deliver after one, with their turn. Jobs that are running don't count: they
-- may have found the email early too.
with covered as materialized (
	select coalesce(one.id, (j.args ->> 'mail_id')::bigint) as id
	from river_job j left join lateral (select jsonb_array_elements_text(j.args -> 'mail_ids')::bigint as id) one on true
	where j.kind in ('mail.deliver', 'mail.deliver_many') and j.state in ('available', 'pending', 'retryable', 'scheduled') and j.id <> @job_id::bigint
)
select m.id, m.not_before::timestamptz as not_before from mails m
where m.id = any(@ids::bigint[]) and not exists (select from covered c where c.id = m.id) order by m.id;

-- name: MailsUnsent :one
-- MailsUnsent counts the mails that failed or may not have arrived since a time, those that wait, and how often the most tried of these was.
select (select count(*) from mails f where f.state = 'failed' and f.created_at > @since::timestamptz)::bigint as failed,
	(select count(*) from mails u where u.state = 'uncertain' and u.created_at > @since::timestamptz)::bigint as uncertain,
	(select count(*) from mails q where q.state in ('queued', 'sending') and q.held_by is null)::bigint as waiting,
	(select count(*) from mails r where r.state in ('queued', 'sending') and r.held_by is null and r.attempts > 2)::bigint as retrying,
	coalesce((select e.last_error from mails e where e.state = 'failed' and e.created_at > @since::timestamptz order by e.created_at desc limit 1), '')::text as last_error;

-- name: MailsErase :exec
-- MailsErase deletes the mails of a department to a person, those about their credentials, and notices to others that name them.
delete from mails where department_id = @department_id
	and (lower(recipient) = @address::text or credential_id = any(@credential_ids::bigint[]) or names_address(body_text, @address::text)
		or credential_id is null and exists (select from unnest(@names::text[]) n where char_length(n) > 5 and position(n in body_text) > 0));

-- name: MailsSetTurns :exec
-- MailsSetTurns records when emails may go out, and what they wait for until then.
update mails m set not_before = t.not_before, waits_for = t.waits_for
from (select unnest(@ids::bigint[]) as id, unnest(@not_before::timestamptz[]) as not_before, unnest(@waits_for::text[]) as waits_for) t
where m.id = t.id and m.state = 'queued';

-- name: MailsTakeTurns :many
-- MailsTakeTurns takes the turns back that emails of a department are waiting for.
update mails set not_before = null, waits_for = ''
where department_id = @department_id and state = 'queued' and not_before > @now::timestamptz and waits_for <> 'mailbox' returning id;

-- name: MailsHadTurns :one
-- MailsHadTurns counts the emails of a department that had their turn since a time.
select count(*) from mails where department_id = @department_id and not_before >= @since::timestamptz and not_before <= @now::timestamptz
	and created_at > @oldest::timestamptz;

-- name: MailsWaiting :many
-- MailsWaiting counts the emails of a department that wait for their turn, and tells the next one.
select waits_for, count(*) as count, min(not_before)::timestamptz as next_at from mails
where department_id = @department_id and state = 'queued' and not_before > @now::timestamptz group by waits_for order by waits_for;
