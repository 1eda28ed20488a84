-- name: PersonEvents :many
-- PersonEvents lists what happened to a person's credentials, deleted ones included, newest first and after a position. The lateral subqueries
-- keep their "offset 0", so that the events of each credential are found by index, however many others there are.
with mine as materialized (
	select c.id, c.uuid, c.published_at, c.recipient_name, coalesce(c.name, g.course_name)::text as course
	from credentials c join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
	where c.department_id = @department_id and c.recipient_address = lower(@email::text)
	order by c.id desc limit @max_credentials
), happened as (
	select 'audit'::text as source, m.id as credential_id, a.id, a.action, a.created_at as at, a.details, a.user_id, a.api_key_id,
		a.recipient_id is not null as by_recipient, coalesce(a.system, '')::text as system
	from mine m cross join lateral (
		select * from audit_events e where e.department_id = @department_id and e.object_kind = 'credential' and e.object_id in (m.id::text, m.uuid::text) offset 0
	) a
	union all
	select 'mail', m.id, a.id, 'mail.' || a.state, coalesce(a.sent_at, a.created_at), jsonb_build_object('subject', a.subject, 'email', a.recipient), null, null, false, ''
	from mine m cross join lateral (
		select * from mails l where l.credential_id = m.id and l.department_id = @department_id and l.state in ('sent', 'uncertain', 'failed') offset 0
	) a
	union all
	select 'event', m.id, a.id, 'mail.bounced', a.at, '{}', null, null, false, ''
	from mine m cross join lateral (
		select * from credential_events e where e.department_id = @department_id and e.credential_id = m.id and e.type = 'email_bounced' offset 0
	) a
	union all
	select 'engagement', m.id, m.id, 'page.' || (array['viewed', 'opened', 'engaged', 'shared'])[a.level], a.reached_at, '{}', null, null, false, ''
	from mine m cross join lateral (
		select * from credential_engagements e where e.credential_id = m.id and e.department_id = @department_id offset 0
	) a
	union all
	select 'issue', m.id, m.id, 'credential.published', m.published_at, '{}', null, null, false, '' from mine m where m.published_at is not null
)
select h.source, h.id, h.action, h.at::timestamptz as at, h.details::jsonb as details, m.uuid, m.course, m.recipient_name, h.by_recipient::boolean as by_recipient,
	h.system, coalesce(nullif(u.name, ''), u.email, '')::text as user_name, coalesce(k.name, '')::text as key_name
from happened h
	join mine m on m.id = h.credential_id
	left join users u on u.id = h.user_id
	left join api_keys k on k.department_id = @department_id and k.id = h.api_key_id
where h.action = any(@actions::text[]) and (h.source <> 'audit' or h.action <> 'credential.published')
	and (h.at, h.source, h.id) < (@before::timestamptz, @before_source::text, @before_id::bigint)
order by h.at desc, h.source desc, h.id desc limit @row_limit;
