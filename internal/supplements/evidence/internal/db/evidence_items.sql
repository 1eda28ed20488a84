-- name: EvidenceLock :one
-- EvidenceLock makes others who change the evidence of a credential wait.
select id from credentials where department_id = @department_id and id = @credential_id and state <> 'deleted' for no key update;

-- name: EvidenceInsert :one
-- EvidenceInsert adds an item.
insert into evidence_items (department_id, credential_id, uuid, category, title, narrative, url, content, preview_url, upload_id, file_key,
	file_name, file_type, file_bytes, scan, position, hidden, supplemental, visibility, state, created_at, updated_at, submitted_at)
values (@department_id, @credential_id, @uuid, @category, @title, @narrative, @url, @content, @preview_url, @upload_id, @file_key,
	@file_name, @file_type, @file_bytes, @scan, @position, @hidden, @supplemental, @visibility, @state, @now, @now, @submitted_at)
returning id;

-- name: EvidenceUpdate :exec
-- EvidenceUpdate writes what can be changed of an item.
update evidence_items set title = @title, narrative = @narrative, url = @url, content = @content, preview_url = @preview_url,
	upload_id = @upload_id, file_key = @file_key, file_name = @file_name, file_type = @file_type, file_bytes = @file_bytes, scan = @scan, scanned_at = @scanned_at,
	position = @position, hidden = @hidden, visibility = @visibility, state = @state, rejection = @rejection, submitted_at = @submitted_at,
	updated_at = @now
where department_id = @department_id and id = @id;

-- name: EvidencePlace :exec
-- EvidencePlace puts items into an order.
update evidence_items e set position = p.position
from (select unnest(@ids::bigint[]) as id, unnest(@positions::int[]) as position) p
where e.department_id = @department_id and e.id = p.id and e.position <> p.position;

-- name: EvidenceDelete :exec
-- EvidenceDelete removes an item.
delete from evidence_items where department_id = @department_id and id = @id;

-- name: EvidenceOf :many
-- EvidenceOf lists the items of a credential in their order; there are never more than a few dozen.
select * from evidence_items where department_id = @department_id and credential_id = @credential_id order by position, id limit 200;

-- name: EvidenceOfMany :many
-- EvidenceOfMany lists the items of some credentials.
select * from evidence_items where department_id = @department_id and credential_id = any(@credential_ids::bigint[])
order by credential_id, position, id limit 50000;

-- name: EvidenceByUUID :one
-- EvidenceByUUID finds an item in any department by its uuid, with the uuid of its credential.
select sqlc.embed(i), c.uuid as credential_uuid
from evidence_items i join credentials c on c.id = i.credential_id and c.department_id = i.department_id
where i.uuid = @uuid;

-- name: EvidenceCredentials :many
-- EvidenceCredentials reports which credentials items belong to.
select id, credential_id from evidence_items where department_id = @department_id and id = any(@ids::bigint[]) order by credential_id, id;

-- name: EvidenceSetScan :execrows
-- EvidenceSetScan notes what looking for malware found.
update evidence_items set scan = @scan, scanned_at = sqlc.narg('scanned_at'), updated_at = @now where department_id = @department_id and id = @id and scan = 'pending' and file_key = @file_key::text;

-- name: EvidenceReview :many
-- EvidenceReview lists items that had to be approved, with whose they are.
select sqlc.embed(e), c.uuid as credential_uuid, c.recipient_name, c.recipient_email, c.group_id, g.name as group_name,
	coalesce(c.name, g.course_name)::text as credential_name
from evidence_items e
join credentials c on c.department_id = e.department_id and c.id = e.credential_id
join groups g on g.department_id = c.department_id and g.id = c.group_id
where e.department_id = @department_id and e.submitted_at is not null and e.state = @state and c.state <> 'deleted'
	and (sqlc.narg('group_id')::bigint is null or c.group_id = sqlc.narg('group_id'))
	and (sqlc.narg('category')::text is null or e.category = sqlc.narg('category'))
	and (sqlc.narg('term')::text is null or folded(e.title) like folded(sqlc.narg('term')) or folded(c.recipient_name) like folded(sqlc.narg('term')) or folded(c.recipient_email) like folded(sqlc.narg('term')))
order by case when @oldest::boolean then e.submitted_at end, case when not @oldest::boolean then e.submitted_at end desc, e.id
limit @row_limit offset @row_offset;

-- name: EvidenceReviewCount :one
-- EvidenceReviewCount counts them.
select count(*) from evidence_items e
join credentials c on c.department_id = e.department_id and c.id = e.credential_id
where e.department_id = @department_id and e.submitted_at is not null and e.state = @state and c.state <> 'deleted'
	and (sqlc.narg('group_id')::bigint is null or c.group_id = sqlc.narg('group_id'))
	and (sqlc.narg('category')::text is null or e.category = sqlc.narg('category'))
	and (sqlc.narg('term')::text is null or folded(e.title) like folded(sqlc.narg('term')) or folded(c.recipient_name) like folded(sqlc.narg('term')) or folded(c.recipient_email) like folded(sqlc.narg('term')));

-- name: EvidenceUnusedFiles :many
-- EvidenceUnusedFiles finds files that were sent as evidence and that no item has, of all departments.
select u.id, u.department_id from uploads u
where u.preset = 'evidence' and u.state = 'ready' and u.checked_at < @before::timestamptz
	and not exists (select 1 from evidence_items e where e.upload_id = u.id)
order by u.checked_at limit @row_limit;

-- name: EvidenceNeedsApproval :one
-- EvidenceNeedsApproval reports whether the issuer looks at what recipients add to a credential before anybody else sees it.
select coalesce((g.settings ->> 'evidence_approval')::boolean, false)::boolean from credentials c
join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.department_id = @department_id and c.id = @credential_id;
