-- name: HoldMinutes :one
-- HoldMinutes reads how long a department holds emails back.
select hold_minutes from departments where id = @id;

-- name: DeletedToMail :many
-- DeletedToMail reads what the emails about deletions say. Nobody is told who was never emailed about a credential, or knows already that it
-- was deleted.
select c.id, c.deleted_at::timestamptz as deleted_at, c.recipient_name, c.recipient_email, coalesce(c.name, g.course_name)::text as course, g.language,
	g.settings, d.name as issuer_name
from credentials c
join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
join departments d on d.id = @department_id
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state = 'deleted' and c.deleted_at <= @deleted_until::timestamptz
	and g.send_emails and not c.test and c.recipient_email <> ''
	and (select m.kind from mails m where m.credential_id = c.id and m.state in ('sent', 'sending', 'uncertain') order by m.id desc limit 1) <> @told::text
order by c.id;

-- name: DeletionsToTell :many
-- DeletionsToTell returns the arguments of the jobs that will tell of deletions in a department.
select args from river_job where kind = @kind and (args ->> 'department_id')::bigint = @department_id::bigint
	and state in ('available', 'pending', 'retryable', 'running', 'scheduled') order by id;

-- name: DeletedHeld :many
-- DeletedHeld finds deleted credentials whose emails a publication still holds back.
select c.id from mails m join credentials c on c.department_id = @department_id and c.id = m.credential_id
where m.held_by = @publication::uuid and m.department_id = @department_id and m.state = 'queued' and c.state = 'deleted';
