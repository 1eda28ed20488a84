-- name: InboxAdd :exec
-- InboxAdd records events of credentials by ID. Only issued credentials count, and no tests.
insert into analytics_inbox (department_id, uuid, group_id, credential_id, type, actor, detail, visitor, at)
select c.department_id, n.uuid, c.group_id, c.id, n.type, n.actor, n.detail, n.visitor, n.at
from (select unnest(@credential_ids::bigint[]) as id, unnest(@uuids::uuid[]) as uuid, unnest(@types::text[]) as type, unnest(@actors::text[]) as actor,
	unnest(@details::text[]) as detail, unnest(@visitors::bytea[]) as visitor, unnest(@ats::timestamptz[]) as at) n
join credentials c on c.id = n.id
where c.state not in ('draft', 'scheduled', 'deleted') and not c.test;

-- name: InboxAddByPage :exec
-- InboxAddByPage records an event of the credential of a page, with the conditions of EngagementNoteByPage. A clicked link to the website of the
-- issuer or of the course is a referral.
insert into analytics_inbox (department_id, uuid, group_id, credential_id, type, actor, detail, visitor, at)
select c.department_id, @event_uuid::uuid, c.group_id, c.id,
	case when @type::text = 'link_clicked' and @detail::text in (site_of(d.url), site_of(g.course_link)) then 'referral_clicked' else @type::text end,
	@actor::text, @detail::text, sqlc.narg('visitor')::bytea, @at::timestamptz
from credentials c
join groups g on g.id = c.group_id
join departments d on d.id = c.department_id
where (c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test
	and c.department_id is distinct from sqlc.narg('staff_of')::bigint
	and (not c.private or exists (select from credential_engagements x where x.credential_id = c.id));

-- name: InboxAddVerification :exec
-- InboxAddVerification records a verification, with the conditions of VerificationNote.
insert into analytics_inbox (department_id, uuid, group_id, credential_id, type, actor, at)
select c.department_id, @event_uuid::uuid, c.group_id, c.id, 'verified', 'other', @at::timestamptz from credentials c
where (c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test
	and c.department_id is distinct from sqlc.narg('staff_of')::bigint;

-- name: InboxAddChanges :exec
-- InboxAddChanges records changes of credentials under the UUIDs of their own, so that a change consumed again counts once.
insert into analytics_inbox (department_id, uuid, group_id, credential_id, type, at)
select @department_id, unnest(@uuids::uuid[]), unnest(@group_ids::bigint[]), unnest(@credential_ids::bigint[]), unnest(@types::text[]), unnest(@ats::timestamptz[]);

-- name: SaltAdd :exec
-- SaltAdd stores the salt of a day unless another process has.
insert into analytics_salts (day, salt) values ($1, $2) on conflict do nothing;

-- name: SaltRead :one
select salt from analytics_salts where day = $1;

-- name: SaltsDelete :exec
-- SaltsDelete deletes the salts of days that are over.
delete from analytics_salts where day < $1;
