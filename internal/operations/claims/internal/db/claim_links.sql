-- name: ClaimLinkInsert :one
-- ClaimLinkInsert adds a link.
insert into claim_links (department_id, group_id, token, name, opens_at, closes_at, quota, allowed_domains, needs_approval, state, created_by, api_key_id,
	created_at, updated_at)
values (@department_id, @group_id, @token, @name, sqlc.narg('opens_at'), sqlc.narg('closes_at'), sqlc.narg('quota'), @allowed_domains, @needs_approval, @state,
	sqlc.narg('created_by'), sqlc.narg('api_key_id'), @now::timestamptz, @now::timestamptz)
returning id;

-- name: ClaimLinkUpdate :exec
-- ClaimLinkUpdate writes what can be edited.
update claim_links set name = @name, opens_at = sqlc.narg('opens_at'), closes_at = sqlc.narg('closes_at'), quota = sqlc.narg('quota'),
	allowed_domains = @allowed_domains, needs_approval = @needs_approval, state = @state, updated_at = @now
where department_id = @department_id and id = @id;

-- name: ClaimLinkRead :one
-- ClaimLinkRead reads a link with its counts.
select sqlc.embed(l), g.name as group_name,
	(select count(*) from claims c where c.claim_link_id = l.id and c.state = 'waiting') as waiting_count,
	(select count(*) from claims c where c.claim_link_id = l.id and c.state = 'issued') as issued_count
from claim_links l join groups g on g.department_id = l.department_id and g.id = l.group_id
where l.department_id = @department_id and l.id = @id and l.deleted_at is null;

-- name: ClaimLinkList :many
-- ClaimLinkList lists links with their counts, newest first.
select sqlc.embed(l), g.name as group_name,
	(select count(*) from claims c where c.claim_link_id = l.id and c.state = 'waiting') as waiting_count,
	(select count(*) from claims c where c.claim_link_id = l.id and c.state = 'issued') as issued_count
from claim_links l join groups g on g.department_id = l.department_id and g.id = l.group_id
where l.department_id = @department_id and l.deleted_at is null and (sqlc.narg('group_id')::bigint is null or l.group_id = sqlc.narg('group_id'))
order by l.id desc limit @row_limit offset @row_offset;

-- name: ClaimLinkCount :one
-- ClaimLinkCount counts what ClaimLinkList lists.
select count(*) from claim_links l
where l.department_id = @department_id and l.deleted_at is null and (sqlc.narg('group_id')::bigint is null or l.group_id = sqlc.narg('group_id'));

-- name: ClaimLinkLock :one
-- ClaimLinkLock makes whoever takes a place, or changes the link, wait for the others.
select * from claim_links where department_id = @department_id and id = @id and deleted_at is null for update;

-- name: ClaimLinkTake :exec
-- ClaimLinkTake takes places, or gives them back.
update claim_links set taken_count = taken_count + @places where department_id = @department_id and id = @id;

-- name: ClaimLinkDelete :execrows
-- ClaimLinkDelete ends a link; what was claimed stays.
update claim_links set deleted_at = @now, updated_at = @now where department_id = @department_id and id = @id and deleted_at is null;

-- name: ClaimLinkPublic :one
-- ClaimLinkPublic finds a link by what stands in its address.
select sqlc.embed(l), g.course_name, g.course_description, (case when d.archived_at is null then g.state else 'archived' end)::text as group_state, d.name as issuer_name, d.logo as issuer_logo, v.uuid as design_version
from claim_links l
join groups g on g.department_id = l.department_id and g.id = l.group_id
join departments d on d.id = l.department_id
left join designs p on p.department_id = g.department_id and p.id = coalesce(g.primary_design_id, g.certificate_design_id, g.badge_design_id)
left join design_versions v on v.department_id = p.department_id and v.id = p.current_version_id
where l.token = @token and l.deleted_at is null and d.deleted_at is null;

-- name: ClaimGroupExists :one
-- ClaimGroupExists reports whether a group can be claimed from.
select g.state, (g.certificate_design_id is not null or g.badge_design_id is not null)::boolean as has_design
from groups g where g.department_id = @department_id and g.id = @id for share;
