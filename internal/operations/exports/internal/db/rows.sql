-- The rows of each list, by the numbers of the things in them, so that the next piece begins where the last one ended.

-- name: CredentialRows :many
-- CredentialRows reads credentials in every state; the deleted ones are nobody's any more.
select c.id, c.uuid, c.private, c.private_key, c.custom_attributes, (to_jsonb(c) - '{snapshot,custom_attributes}'::text[])::jsonb as stored,
	array[c.id::text, c.uuid::text, c.encoded_id, coalesce(c.license_id, ''), c.state]::text[] as head,
	array[c.group_id::text, g.name]::text[] as of_group,
	array[coalesce(c.name, c.snapshot -> 'group' ->> 'course_name', g.course_name),
		coalesce(c.description, c.snapshot -> 'group' ->> 'course_description', g.course_description),
		c.issued_on::text, coalesce(c.expired_on::text, ''), coalesce(trim_scale(c.grade)::text, ''), c.private::text, c.complete::text, c.email_status,
		coalesce((select (array['viewed', 'opened', 'engaged', 'shared'])[e.level] from credential_engagements e where e.credential_id = c.id), 'none'), c.source,
		to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_char(c.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
		coalesce(to_char(c.published_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')]::text[] as tail
from credentials c join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state <> 'deleted'
order by c.id;

-- name: OrganizationRows :many
-- OrganizationRows reads the department itself.
select d.id, array[d.id::text, d.name, d.url, d.description, d.language, d.time_zone, to_char(d.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
	to_char(d.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')]::text[] as cells
from departments d where d.id = @department_id and d.id > @after order by d.id limit @row_limit;

-- name: GroupRows :many
-- GroupRows reads groups whose name, or name of the course, contains the words.
select g.id, array[g.id::text, g.name, g.course_name, g.course_description, g.course_link, g.state, g.language, coalesce(g.certificate_design_id::text, ''), coalesce(g.badge_design_id::text, ''),
	array_to_string(g.learning_outcomes, '; '),
	(select count(*) from credentials c where c.group_id = g.id and c.state in ('draft', 'scheduled'))::text,
	(select count(*) from credentials c where c.group_id = g.id and c.state not in ('draft', 'scheduled', 'deleted'))::text,
	to_char(g.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_char(g.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')]::text[] as cells
from groups g where g.department_id = @department_id and g.id > @after
	and (@term::text = '' or folded(g.name) like folded(@term) or folded(g.course_name) like folded(@term)) and (@state::text = '' or g.state = @state)
order by g.id limit @row_limit;

-- name: DesignRows :many
-- DesignRows reads designs whose name contains the words.
select d.id, array[d.id::text, unescaped(d.name), d.kind, d.size, d.orientation, d.language, coalesce(v.number::text, ''),
	to_char(d.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_char(d.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')]::text[] as cells
from designs d left join design_versions v on v.department_id = d.department_id and v.id = d.current_version_id
where d.department_id = @department_id and d.id > @after
	and (@term::text = '' or folded(unescaped(d.name)) like folded(@term)) and (@kind::text = '' or d.kind = @kind)
order by d.id limit @row_limit;

-- name: AttributeRows :many
-- AttributeRows reads custom attributes.
select a.id, array[a.id::text, a.name, a.key, a.kind, to_char(a.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')]::text[] as cells
from attribute_keys a where a.department_id = @department_id and a.id > @after and (@term::text = '' or folded(a.name) like folded(@term))
order by a.id limit @row_limit;

-- name: PublicationRows :many
-- PublicationRows reads publications with their counts.
select p.id, array[p.uuid::text, p.input_count::text, p.published_count::text, p.refused_count::text, p.send_email::text,
	to_char(p.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), coalesce(to_char(p.finished_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')]::text[] as cells
from publications p where p.department_id = @department_id and p.id > @after order by p.id limit @row_limit;

-- name: OutcomeRows :many
-- OutcomeRows reads what became of each credential of one publication.
select i.credential_id as id, array[i.credential_id::text, c.recipient_name, c.recipient_email, coalesce(i.outcome, '')]::text[] as cells
from publication_items i
join publications p on p.id = i.publication_id
join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and p.uuid = @publication and i.credential_id > @after
order by i.credential_id limit @row_limit;

-- name: MailRows :many
-- MailRows reads the log of mails, without their text.
select m.id, array[m.id::text, m.kind, m.recipient, m.subject, m.state, m.attempts::text, m.last_error, coalesce(m.credential_id::text, ''),
	to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), coalesce(to_char(m.sent_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')]::text[] as cells
from mails m where m.department_id = @department_id and m.id > @after
	and (@term::text = '' or folded(m.recipient) like folded(@term) or folded(m.subject) like folded(@term)) and (@state::text = '' or m.state = @state)
order by m.id limit @row_limit;

-- name: AuditRows :many
-- AuditRows reads the record of who did what.
select e.id, array[e.id::text, to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), e.action, e.object_kind, e.object_id,
	coalesce(u.email, ''), coalesce(e.api_key_id::text, ''), coalesce(e.system, ''), e.ip, e.details::text]::text[] as cells
from audit_events e left join users u on u.id = e.user_id
where e.department_id = @department_id and e.id > @after and (@term::text = '' or folded(e.action) like folded(@term))
order by e.id limit @row_limit;

-- name: EventRows :many
-- EventRows reads what happened to credentials.
select e.id, array[e.object_id, e.action, to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')]::text[] as cells
from audit_events e
where e.department_id = @department_id and e.id > @after and e.object_kind = 'credential'
order by e.id limit @row_limit;

-- name: RowCount :one
-- RowCount reports how many rows a list has at the start, so that its progress can be told.
select (case @entity::text
	when 'organizations' then 1
	when 'groups' then (select count(*) from groups g where g.department_id = @department_id
		and (@term::text = '' or folded(g.name) like folded(@term) or folded(g.course_name) like folded(@term)) and (@state::text = '' or g.state = @state::text))
	when 'designs' then (select count(*) from designs d where d.department_id = @department_id
		and (@term = '' or folded(unescaped(d.name)) like folded(@term)) and (@kind::text = '' or d.kind = @kind))
	when 'attributes' then (select count(*) from attribute_keys a where a.department_id = @department_id and (@term = '' or folded(a.name) like folded(@term)))
	when 'publications' then (select count(*) from publications p where p.department_id = @department_id)
	when 'outcomes' then (select count(*) from publication_items i join publications p on p.id = i.publication_id
		where i.department_id = @department_id and p.uuid = @publication)
	when 'mails' then (select count(*) from mails m where m.department_id = @department_id
		and (@term = '' or folded(m.recipient) like folded(@term) or folded(m.subject) like folded(@term)) and (@state = '' or m.state = @state))
	when 'audit' then (select count(*) from audit_events e where e.department_id = @department_id and (@term = '' or folded(e.action) like folded(@term)))
	when 'credential_analytics' then (select count(*) from audit_events e where e.department_id = @department_id and e.object_kind = 'credential')
end)::bigint;
