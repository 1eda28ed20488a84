-- name: CredentialReadAny :one
-- CredentialReadAny finds one by the issuer's own id, id, uuid or encoded_id, in that order, deleted ones first, with what it renews
-- and what renews it. Each way to name one has an index.
select sqlc.embed(c),
	coalesce((select jsonb_agg(to_jsonb(r)) from credential_related(c.department_id, c.id, c.supersedes_id) r), '[]')::jsonb as related
from credentials c
where c.department_id = @department_id
	and (c.license_id = @ref::text and c.state <> 'deleted' or c.license_id = @ref::text and c.state = 'deleted' or c.id = sqlc.narg('id')::bigint or c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text)
order by (c.license_id is not distinct from @ref::text) desc, (c.state = 'deleted') desc, c.id desc
limit 1;

-- name: CredentialReadID :one
-- CredentialReadID reads one by its number, deleted or not, with what it renews and what renews it.
select sqlc.embed(c),
	coalesce((select jsonb_agg(to_jsonb(r)) from credential_related(c.department_id, c.id, c.supersedes_id) r), '[]')::jsonb as related
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
	coalesce((select jsonb_agg(to_jsonb(r)) from credential_related(c.department_id, c.id, c.supersedes_id) r), '[]')::jsonb as related,
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

-- name: CredentialCountByDesigns :many
-- CredentialCountByDesigns counts issued credentials that carry a version of each design.
select v.design_id, count(*) from design_versions v
join credentials c on c.certificate_version_id = v.id or c.badge_version_id = v.id
where v.department_id = @department_id and c.department_id = @department_id and v.design_id = any(@design_ids::bigint[]) and c.state <> 'deleted'
group by v.design_id;

-- name: CredentialReadPage :many
-- CredentialReadPage reads credentials that the transaction sees in the order of the given IDs.
select c.*
from unnest(@ids::bigint[]) with ordinality as x(id, place)
join credentials c on c.id = x.id
order by x.place;

-- name: CredentialLockMany :many
-- CredentialLockMany reads credentials that nobody else changes until the transaction ends.
select c.*
from credentials c
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state <> 'deleted'
order by c.id
for update of c;
