-- name: CredentialReadToMail :many
-- CredentialReadToMail reads what the delivery mails of issued credentials say.
select c.id, c.uuid, c.state, c.test, c.recipient_name, c.recipient_email, c.recipient_language, c.private, c.private_key, c.email_status, c.name, g.course_name, g.language,
	g.settings, d.name as issuer_name
from credentials c
join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
join departments d on d.id = @department_id
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state <> 'deleted'
order by c.id for update of c;
