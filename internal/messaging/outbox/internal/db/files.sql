-- name: MailFilesInsert :exec
-- MailFilesInsert adds files to one of some emails that were just written.
insert into mail_files (department_id, mail_id, name, content_type, content_id, body)
select m.department_id, m.id, f.name, f.content_type, f.content_id, f.body
from mails m, (select unnest(@names::text[]) as name, unnest(@content_types::text[]) as content_type, unnest(@content_ids::text[]) as content_id,
	unnest(@bodies::bytea[]) as body) f
where m.dedupe_key = @dedupe_key and m.id = any(@written::bigint[]);

-- name: MailFiles :many
-- MailFiles lists the files of an email.
select name, content_type, content_id, body from mail_files where mail_id = @mail_id order by id;

-- name: MailFilesForget :execrows
-- MailFilesForget deletes the files of emails that were written long ago and are not on their way.
delete from mail_files where id in (
	select f.id from mail_files f join mails m on m.id = f.mail_id
	where m.created_at < @before::timestamptz and m.state not in ('queued', 'sending') order by f.id limit 1000);
