-- name: MailByMessageID :one
-- MailByMessageID finds the email with a Message-Id, without angle brackets.
select id from mails where message_id = @message_id limit 1;

-- name: MailLockReported :one
-- MailLockReported locks an email that something was reported about.
select * from mails where id = @id for update;

-- name: MailReportInsert :execrows
-- MailReportInsert records a report. One that is known already is left alone.
insert into mail_reports (department_id, mail_id, key, kind, address, status, reason, at)
values (@department_id, @mail_id, @key, @kind, @address, @status, @reason, @at) on conflict (mail_id, key) do nothing;

-- name: MailReports :many
-- MailReports lists what was reported about an email.
select kind, status, reason, at from mail_reports where department_id = @department_id and mail_id = @mail_id order by id limit 200;

-- name: MailSoftBounces :one
-- MailSoftBounces counts how often an address did not take emails of a department since a time.
select count(*) from mail_reports where department_id = @department_id and address = @address and kind = 'soft' and at > @since::timestamptz;

-- name: MailSetOutcome :exec
-- MailSetOutcome records what became of an email.
update mails set outcome = @outcome, outcome_at = @at::timestamptz, last_error = @reason, sealed = null where id = @id;

-- name: MailRetryLater :exec
-- MailRetryLater queues an email again for a time, under a new Message-Id, because the mailbox did not take it.
update mails set state = 'queued', message_id = @message_id, sealed = @sealed, not_before = @at::timestamptz, waits_for = 'mailbox', tried_since = null, sent_at = null,
	last_error = @reason, retries = retries + 1
where id = @id;

-- name: MailsForget :execrows
-- MailsForget drops the secrets of emails that were sent long enough ago to have come back.
update mails set sealed = null
where id in (select m.id from mails m where m.sealed is not null and m.state = 'sent' and m.sent_at < @before::timestamptz limit 10000);

-- name: MailIsLatest :one
-- MailIsLatest reports whether no later email brought the same credential to its recipient.
select (not exists (select from mails m where m.department_id = @department_id and m.credential_id = @credential_id and m.id > @id::bigint
	and m.kind in ('delivery', 'in_progress') and m.state <> 'dropped'))::boolean as latest;

-- name: SuppressionInsert :one
-- SuppressionInsert stops emails to an address. Of two reasons, a complaint is kept.
insert into suppressions (department_id, email, reason, detail, mail_id, created_at) values (@department_id, @email, @reason, @detail, @mail_id, @now)
on conflict (department_id, email) do update set
	reason = case when excluded.reason = 'complaint' then excluded.reason else suppressions.reason end,
	detail = case when excluded.reason = 'complaint' then excluded.detail else suppressions.detail end
returning *, (xmax = 0)::boolean as added;

-- name: SuppressionList :many
-- SuppressionList lists the addresses that a department sends no emails to, newest first.
select sqlc.embed(s), count(*) over () as total from suppressions s
where s.department_id = @department_id and (@query::text = '' or position(lower(@query::text) in s.email) > 0) and (@reason::text = '' or s.reason = @reason::text)
order by s.id desc limit @row_limit offset @row_offset;

-- name: SuppressionDelete :one
-- SuppressionDelete lets emails go to an address again.
delete from suppressions where department_id = @department_id and id = @id returning *;

-- name: SuppressionsErase :exec
-- SuppressionsErase forgets that an address did not work. That somebody complained is kept: forgetting it would start emails again.
delete from suppressions where department_id = @department_id and email = @email and reason in ('hard_bounce', 'soft_bounces');

-- name: BounceDigests :many
-- BounceDigests counts the emails of departments with a support contact that came back in a time, where there are any.
select d.id as department_id, d.name, d.language, e.support_email, r.bounced, r.complained,
	(select count(*) from suppressions x where x.department_id = d.id and x.created_at >= @since::timestamptz and x.created_at < @until::timestamptz) as suppressed
from (select department_id, count(distinct mail_id) filter (where kind in ('soft', 'hard'))::bigint as bounced,
	count(distinct mail_id) filter (where kind = 'complaint')::bigint as complained
	from mail_reports where at >= @since::timestamptz and at < @until::timestamptz and kind in ('soft', 'hard', 'complaint') group by department_id) r
join departments d on d.id = r.department_id join email_settings e on e.department_id = d.id
where e.support_email <> '' order by d.id;
