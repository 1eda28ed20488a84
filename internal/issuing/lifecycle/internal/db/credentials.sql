-- name: CredentialLockForPublishing :many
-- CredentialLockForPublishing locks the rows in one order, so that two publications never wait for each other in a ring. taken
-- tells of a renewal whose recipient has another credential of the group, besides the one that is renewed.
select c.id, c.state, c.test, c.complete, c.recipient_name, c.recipient_email, c.group_id, c.supersedes_id, g.certificate_design_id, g.badge_design_id,
	(c.supersedes_id is not null and not c.allows_duplicate and exists (select 1 from credentials o
		where o.group_id = c.group_id and o.recipient_address = c.recipient_address and o.test = c.test and not o.allows_duplicate
			and o.state not in ('deleted', 'revoked') and o.superseded_at is null and o.id not in (c.id, c.supersedes_id)
			and not (o.supersedes_id is not null and o.state in ('draft', 'scheduled'))))::boolean as taken,
	(case when (g.settings ->> 'evidence_required')::boolean then not has_evidence(c.department_id, c.id) else false end)::boolean as lacks_evidence,
	coalesce(coalesce(c.grade, -1) < (g.settings ->> 'least_grade')::numeric, false)::boolean as grade_too_low,
	(not c.test and approval_missing(@department_id, 'publish', c.id))::boolean as unapproved,
	(not c.test and design_unapproved(@department_id, g.certificate_design_id, g.badge_design_id))::boolean as design_unapproved
from credentials c join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[])
order by c.id
for update of c;

-- name: CredentialPublish :many
-- CredentialPublish issues drafts: they keep the design versions and the texts of this moment, which are made once for each group. They are
-- looked for by their numbers alone; the group is compared so that no index serves it, or all of a large group would be read for each chunk.
with present as materialized (
	select g.id, g.send_emails, g.course_name, g.language, g.settings, d.name as issuer_name,
		i.certificate_version_id as certificate, i.badge_version_id as badge, i.snapshot,
		timezone(d.time_zone, @now::timestamptz)::date as today
	from groups g
	join departments d on d.id = g.department_id
	join groups_issuing i on i.department_id = g.department_id and i.id = g.id
	where g.department_id = @department_id and g.id = any(@group_ids::bigint[])
		and (g.certificate_design_id is not null or g.badge_design_id is not null)
)
update credentials c set
	state = case when not c.complete then 'in_progress' when c.expired_on < g.today or c.expired_at is not null then 'expired' else 'published' end,
	published_at = @now::timestamptz, publish_refusal = null, updated_at = @now::timestamptz,
	email_status = case when @send_email::boolean and g.send_emails and c.recipient_email <> '' and not c.test then 'queued' else c.email_status end,
	certificate_version_id = g.certificate, badge_version_id = g.badge, snapshot = g.snapshot
from present g
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state in ('draft', 'scheduled')
	and without_index(g.id = c.group_id)
returning c.id, c.uuid, c.state, c.test, c.recipient_name, c.recipient_email, c.recipient_language, c.private, c.private_key, c.email_status, c.name, g.course_name,
	g.language, g.settings, g.issuer_name;

-- name: CredentialExpire :many
-- CredentialExpire marks what ran out, some at a time. A day ends first in the zone of Kiritimati, which keeps the index in use.
update credentials set state = 'expired', updated_at = @now
where id in (select e.id from credentials e join departments d on d.id = e.department_id
	where e.state = 'published' and e.expired_on < timezone('Pacific/Kiritimati', @now::timestamptz)::date
		and e.expired_on < timezone(d.time_zone, @now::timestamptz)::date
	order by e.id limit 1000 for update of e skip locked)
returning id;

-- name: CredentialSetMailStatus :many
-- CredentialSetMailStatus notes how delivery mails fared, and returns the credentials whose status changed.
-- What a mail server reports later than somebody opened the email, or than it came back, changes nothing.
update credentials set email_status = @email_status
where department_id = @department_id and id = any(@ids::bigint[]) and email_status is distinct from @email_status
	and not (@email_status = 'delivered' and email_status in ('opened', 'clicked', 'bounced', 'complained'))
	and not (@email_status = 'bounced' and email_status in ('opened', 'clicked', 'complained'))
returning id;

-- name: CredentialCountByGroups :many
-- CredentialCountByGroups counts drafts and issued credentials of groups.
select group_id, count(*) filter (where state in ('draft', 'scheduled')) as drafts, count(*) filter (where state not in ('draft', 'scheduled')) as published
from credentials where department_id = @department_id and group_id = any(@group_ids::bigint[]) and state <> 'deleted'
group by group_id;

-- name: CredentialCountEarners :many
-- CredentialCountEarners counts the credentials of groups that were achieved, without those that a renewal replaced; everybody reads it,
-- so tests are left out here.
select g.id, (select count(*) from credentials c where c.department_id = g.department_id and c.group_id = g.id
	and c.state in ('published', 'expired') and c.superseded_at is null and not c.test) as earners
from groups g where g.id = any(@group_ids::bigint[]);

-- name: CredentialDuplicateExists :one
-- CredentialDuplicateExists reports whether a group has two credentials for one address, of which neither renews the other.
select exists (select 1 from credentials where department_id = @department_id and group_id = @group_id and state not in ('deleted', 'revoked')
	and superseded_at is null and not (supersedes_id is not null and state in ('draft', 'scheduled'))
	group by recipient_address having count(*) > 1);

-- name: CredentialSetDuplicateRule :exec
-- CredentialSetDuplicateRule carries the group's setting to its credentials, where the unique index reads it.
update credentials set allows_duplicate = @allowed where department_id = @department_id and group_id = @group_id and allows_duplicate <> @allowed;

-- name: CredentialSetUnmailed :exec
-- CredentialSetUnmailed notes that the delivery mails that were due will not go out.
update credentials set email_status = 'not_sent' where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and email_status = 'queued';

-- name: CredentialCountReworded :one
-- CredentialCountReworded counts the issued credentials of a group, and those that show other texts than it has now.
with present as materialized (select group_texts(@group_id::bigint) as texts)
select count(*) as issued, count(*) filter (where c.snapshot -> 'group' is distinct from present.texts) as outdated
from credentials c, present
where c.department_id = @department_id and c.group_id = @group_id::bigint and c.state in ('in_progress', 'published', 'expired', 'suspended');

-- name: CredentialReword :many
-- CredentialReword gives some issued credentials the texts that their group has now, and tells those they had.
with present as materialized (select group_texts(@group_id::bigint) as texts),
next as (
	select c.id, c.snapshot -> 'group' as before from credentials c, present
	where c.department_id = @department_id and c.group_id = @group_id::bigint and c.state in ('in_progress', 'published', 'expired', 'suspended')
		and c.snapshot -> 'group' is distinct from present.texts
	order by c.id limit @row_limit for update of c
)
update credentials c set snapshot = coalesce(c.snapshot, '{}') || jsonb_build_object('group', present.texts), updated_at = @now::timestamptz,
	corrected_at = case when c.state = 'in_progress' then c.corrected_at else @now::timestamptz end
from next, present
where without_index(c.department_id = @department_id) and c.id = next.id
returning c.id, coalesce(next.before, '{}')::jsonb as before, present.texts::jsonb as texts;

-- name: CredentialSetWanted :exec
-- CredentialSetWanted lets credentials be mailed again whose recipients had stopped emails: those of a department, or all (0).
update credentials set email_status = 'not_sent'
where recipient_address = any(@addresses::text[]) and email_status in ('suppressed', 'complained') and (@department_id::bigint = 0 or department_id = @department_id);

-- name: CredentialBackdate :exec
-- CredentialBackdate has demonstration credentials created and published at earlier times, with their emails sent.
update credentials c set created_at = least(c.created_at, n.at), published_at = least(c.published_at, n.at),
	email_status = case when c.email_status = 'queued' then 'sent' else c.email_status end
from (select unnest(@ids::bigint[]) as id, unnest(@ats::timestamptz[]) as at) n
where c.department_id = @department_id and c.id = n.id and c.source = 'demo' and c.published_at is not null;
