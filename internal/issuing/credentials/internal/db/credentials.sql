-- name: CredentialInsert :one
-- CredentialInsert adds a draft or what is issued at once, under a number that was drawn for it.
insert into credentials (id, department_id, group_id, uuid, encoded_id, license_id, recipient_name, recipient_email, recipient_id,
	recipient_phone, recipient_meta_data, name, description, issued_on, expired_on, expired_at, grade, custom_attributes, private, private_key,
	complete, allow_supplemental_evidence, allow_supplemental_references, allows_duplicate, supersedes_id, revokes_superseded, meta_data, source,
	test, state, published_at, email_status, certificate_version_id, badge_version_id, snapshot, created_at, updated_at)
overriding system value
values (@id, @department_id, @group_id, @uuid, @encoded_id, sqlc.narg('license_id'), @recipient_name, @recipient_email, sqlc.narg('recipient_id'),
	@recipient_phone, @recipient_meta_data, sqlc.narg('name'), sqlc.narg('description'), @issued_on, sqlc.narg('expired_on'), sqlc.narg('expired_at'), sqlc.narg('grade'),
	@custom_attributes, @private, @private_key, @complete, @allow_supplemental_evidence, @allow_supplemental_references, @allows_duplicate,
	sqlc.narg('supersedes_id'), @revokes_superseded, @meta_data, @source, @test, @state, sqlc.narg('published_at'), @email_status,
	sqlc.narg('certificate_version_id'), sqlc.narg('badge_version_id'), sqlc.narg('snapshot'), @now::timestamptz, @now::timestamptz)
returning *;

-- name: CredentialUpdate :exec
-- CredentialUpdate writes the editable fields, and notes when what a valid credential shows was corrected.
update credentials set license_id = sqlc.narg('license_id'), recipient_name = @recipient_name, recipient_email = @recipient_email,
	recipient_id = sqlc.narg('recipient_id'), recipient_phone = @recipient_phone, recipient_meta_data = @recipient_meta_data,
	name = sqlc.narg('name'), description = sqlc.narg('description'), issued_on = @issued_on, expired_on = sqlc.narg('expired_on'), expired_at = sqlc.narg('expired_at'),
	grade = sqlc.narg('grade'), custom_attributes = @custom_attributes, private = @private, complete = @complete, state = @state,
	allow_supplemental_evidence = @allow_supplemental_evidence, allow_supplemental_references = @allow_supplemental_references,
	meta_data = @meta_data, updated_at = @now::timestamptz,
	corrected_at = case when state in ('published', 'expired', 'suspended')
			and (license_id, recipient_name, name, description, issued_on, expired_on, grade, custom_attributes) is distinct from
				(sqlc.narg('license_id')::text, @recipient_name::text, sqlc.narg('name')::text, sqlc.narg('description')::text, @issued_on::date,
				sqlc.narg('expired_on')::date, sqlc.narg('grade')::numeric, @custom_attributes::jsonb)
		then @now::timestamptz else corrected_at end
where department_id = @department_id and id = @id;

-- name: CredentialReadAny :one
-- CredentialReadAny finds one by the issuer's own id, id, uuid or encoded_id, in that order, deleted ones first. related tells whether
-- it renews one or is renewed. Each way to name one has an index.
select sqlc.embed(c), (c.supersedes_id is not null or exists (select 1 from credentials n
	where n.department_id = c.department_id and n.supersedes_id = c.id))::boolean as related
from credentials c
where c.department_id = @department_id
	and (c.license_id = @ref::text and c.state <> 'deleted' or c.license_id = @ref::text and c.state = 'deleted' or c.id = sqlc.narg('id')::bigint or c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text)
order by (c.license_id is not distinct from @ref::text) desc, (c.state = 'deleted') desc, c.id desc
limit 1;

-- name: CredentialReadID :one
-- CredentialReadID reads one by its number, deleted or not.
select sqlc.embed(c), (c.supersedes_id is not null or exists (select 1 from credentials n
	where n.department_id = c.department_id and n.supersedes_id = c.id))::boolean as related
from credentials c
where c.department_id = @department_id and c.id = @id;

-- name: CredentialLock :exec
-- CredentialLock makes others who change the credential wait.
select id from credentials where department_id = @department_id and id = @id for update;

-- name: CredentialReadPublic :one
-- CredentialReadPublic resolves a public link in any department: by id, uuid or encoded_id, else by the issuer's own id if only one
-- credential has it, which by_license reports. It comes with the mark of what it shows of its group, what it renews, and the
-- newest one that renews it.
select sqlc.embed(c), (select s.mark from groups_shown s where s.department_id = c.department_id and s.id = c.group_id)::text as mark,
	coalesce((select jsonb_agg(to_jsonb(r)) from (
		(select r.id, r.uuid, r.state, r.private, r.private_key as privatekey, false as newer from credentials r
			where r.department_id = c.department_id and r.id = c.supersedes_id and r.state <> 'deleted')
		union all
		(select r.id, r.uuid, r.state, r.private, r.private_key as privatekey, true as newer from credentials r
			where r.department_id = c.department_id and r.supersedes_id = c.id and r.state <> 'deleted'
			order by r.id desc limit 1)) r), '[]')::jsonb as related,
	x.by_license
from (
	select n.id, false as by_license from credentials n
	where n.id = sqlc.narg('id')::bigint or n.uuid = sqlc.narg('uuid')::uuid or n.encoded_id = @ref::text
	union all
	select min(l.id), true from credentials l
	where l.license_id = @ref::text and l.state <> 'deleted' and not l.test
	having count(*) = 1
	order by by_license limit 1
) x
join credentials c on c.id = x.id;

-- name: CredentialReadIssued :many
-- CredentialReadIssued reads those of ids that recipients can see.
select c.*
from credentials c
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state not in ('draft', 'scheduled', 'deleted')
order by c.id;

-- name: CredentialReadEvery :many
-- CredentialReadEvery reads those of ids in whatever state they are, deleted ones among them.
select c.*
from credentials c
where c.department_id = @department_id and c.id = any(@ids::bigint[])
order by c.id;

-- name: CredentialReadPage :many
-- CredentialReadPage reads credentials of the transaction's department in the order of their ids.
select c.*
from unnest(@ids::bigint[]) with ordinality as x(id, place)
join credentials c on c.id = x.id
order by x.place;

-- name: CredentialCandidates :one
-- CredentialCandidates finds what has some words; null when that is too much to be a help.
select credential_candidates(sqlc.narg('term')::text, sqlc.narg('name')::text, sqlc.narg('email')::text, sqlc.narg('exact')::text,
	sqlc.narg('id')::bigint, sqlc.narg('uuid')::uuid, @most::integer)::bigint[] as ids;

-- name: CredentialSetDeleted :many
-- CredentialSetDeleted deletes softly; the row stays as a tombstone.
update credentials set state = 'deleted', deleted_at = @now, updated_at = @now
where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and state <> 'deleted'
returning id;

-- name: CredentialRestore :exec
-- CredentialRestore takes a deletion back.
update credentials set state = @state, deleted_at = null, updated_at = @now
where department_id = @department_id and id = @id and state = 'deleted';

-- name: CredentialLockForPublishing :many
-- CredentialLockForPublishing locks the rows in one order, so that two publications never wait for each other in a ring. taken
-- tells of a renewal whose recipient has another credential of the group, besides the one that is renewed.
select c.id, c.state, c.test, c.complete, c.recipient_name, c.recipient_email, c.group_id, c.supersedes_id, g.certificate_design_id, g.badge_design_id,
	(c.supersedes_id is not null and not c.allows_duplicate and exists (select 1 from credentials o
		where o.group_id = c.group_id and o.recipient_address = c.recipient_address and o.test = c.test and not o.allows_duplicate
			and o.state not in ('deleted', 'revoked') and o.superseded_at is null and o.id not in (c.id, c.supersedes_id)
			and not (o.supersedes_id is not null and o.state in ('draft', 'scheduled'))))::boolean as taken,
	(case when (g.settings ->> 'evidence_required')::boolean then not has_evidence(c.department_id, c.id) else false end)::boolean as lacks_evidence,
	coalesce(coalesce(c.grade, -1) < (g.settings ->> 'least_grade')::numeric, false)::boolean as grade_too_low
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
returning c.id, c.uuid, c.state, c.test, c.recipient_name, c.recipient_email, c.private, c.private_key, c.email_status, c.name, g.course_name,
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
update credentials set email_status = @email_status
where department_id = @department_id and id = any(@ids::bigint[]) and email_status is distinct from @email_status
returning id;

-- name: CredentialCountByDesigns :many
-- CredentialCountByDesigns counts issued credentials that carry a version of each design.
select v.design_id, count(*) from design_versions v
join credentials c on c.certificate_version_id = v.id or c.badge_version_id = v.id
where v.department_id = @department_id and c.department_id = @department_id and v.design_id = any(@design_ids::bigint[]) and c.state <> 'deleted'
group by v.design_id;

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

-- name: CredentialSetMailDue :exec
-- CredentialSetMailDue notes that mails are due, for groups that send mails.
update credentials c set email_status = 'queued' from groups g
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and g.department_id = @department_id and without_index(g.id = c.group_id)
	and g.send_emails and c.recipient_email <> '' and not c.test;

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
