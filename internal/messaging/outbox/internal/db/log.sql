-- name: MailLog :many
-- MailLog lists the emails of a department, newest first. Those about credentials that the transaction does not see are left out.
select sqlc.embed(m), count(*) over () as total from mails m
where m.department_id = @department_id
	and (m.credential_id is null or exists (select from credentials c where c.department_id = m.department_id and c.id = m.credential_id))
	and (@query::text = '' or position(lower(@query::text) in lower(m.recipient)) > 0 or position(lower(@query::text) in lower(m.subject)) > 0)
	and (cardinality(@kinds::text[]) = 0 or (m.kind = any(@kinds::text[])) <> @other::boolean)
	and (cardinality(@states::text[]) = 0 or case when m.state in ('sent', 'uncertain') and m.outcome <> '' then m.outcome else m.state end = any(@states::text[]))
	and (not @waiting::boolean or m.held_by is not null or m.not_before > @now::timestamptz)
order by m.id desc limit @row_limit offset @row_offset;

-- name: MailOfDepartment :one
-- MailOfDepartment reads an email of a department, unless it is about a credential that the transaction does not see.
select * from mails m where m.department_id = @department_id and m.id = @id
	and (m.credential_id is null or exists (select from credentials c where c.department_id = m.department_id and c.id = m.credential_id));

-- name: MailOfDepartmentLock :one
-- MailOfDepartmentLock locks an email of a department.
select * from mails where department_id = @department_id and id = @id for update;

-- name: MailAttempts :many
-- MailAttempts lists the attempts to hand an email over that did not succeed.
select at, reason from mail_attempts where department_id = @department_id and mail_id = @mail_id order by id limit 200;

-- name: MailAttemptsInsert :exec
-- MailAttemptsInsert records attempts that did not succeed.
insert into mail_attempts (department_id, mail_id, at, reason)
select m.department_id, m.id, @now, e.reason from (select unnest(@ids::bigint[]) as id, unnest(@reasons::text[]) as reason) e
join mails m on m.id = e.id where m.department_id is not null;
