-- name: FeedbackRead :one
-- FeedbackRead reads how a department learns what became of its emails.
select * from email_feedback where department_id = @department_id;

-- name: FeedbackByUUID :one
-- FeedbackByUUID finds the department that an address of a webhook belongs to.
select * from email_feedback where uuid = @uuid;

-- name: FeedbackWrite :exec
-- FeedbackWrite inserts or replaces how a department learns what became of its emails.
insert into email_feedback (department_id, provider, sealed_secret, bounce_address, imap_host, imap_port, imap_username, imap_sealed_password, imap_folder, updated_at)
values (@department_id, @provider, @sealed_secret, @bounce_address, @imap_host, @imap_port, @imap_username, @imap_sealed_password, @imap_folder, @now)
on conflict (department_id) do update set provider = excluded.provider, sealed_secret = excluded.sealed_secret, bounce_address = excluded.bounce_address,
	imap_host = excluded.imap_host, imap_port = excluded.imap_port, imap_username = excluded.imap_username,
	imap_sealed_password = excluded.imap_sealed_password, imap_folder = excluded.imap_folder, failure = '', updated_at = excluded.updated_at;

-- name: FeedbackToPoll :many
-- FeedbackToPoll lists the departments with a mailbox that was not read since a time.
select * from email_feedback where imap_host <> '' and coalesce(polled_at, '-infinity') < @before::timestamptz order by polled_at nulls first limit 100;

-- name: FeedbackPolled :exec
-- FeedbackPolled records that a mailbox was read, or why it could not be.
update email_feedback set polled_at = @now::timestamptz, failure = @failure where department_id = @department_id;
