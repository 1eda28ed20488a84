-- name: GroupsShown :many
-- GroupsShown reads what credentials show of their groups and departments; what is not issued shows the present versions of the designs.
select sqlc.embed(s),
	coalesce(case when @unissued::boolean then (select v.current_version_id from designs v
		where v.department_id = s.department_id and v.id = s.certificate_design_id) end, 0)::bigint as certificate_version_id,
	coalesce(case when @unissued::boolean then (select v.current_version_id from designs v
		where v.department_id = s.department_id and v.id = s.badge_design_id) end, 0)::bigint as badge_version_id
from groups_shown s
where s.id = any(@ids::bigint[]);

-- name: CredentialShown :one
-- CredentialShown finds one by the issuer's own id, id, uuid or encoded_id, in that order, with what it shows of its group. related tells
-- whether it renews one or is renewed, attached whether there is evidence or a reference. Each way to name one has an index. Every credential
-- has a group; the left join keeps the database from going through all groups first where it believes that there are few.
select sqlc.embed(c), sqlc.embed(s),
	(c.supersedes_id is not null or exists (select from credentials n
		where n.department_id = c.department_id and n.supersedes_id = c.id))::boolean as related,
	(exists (select from evidence_items e where e.department_id = c.department_id and e.credential_id = c.id)
		or exists (select from credential_references r where r.department_id = c.department_id and r.credential_id = c.id))::boolean as attached
from credentials c left join groups_shown s on s.department_id = c.department_id and s.id = c.group_id
where c.department_id = @department_id and c.state <> 'deleted'
	and (c.license_id = @ref::text or c.id = sqlc.narg('id')::bigint or c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text)
order by (c.license_id is not distinct from @ref::text) desc, c.id desc
limit 1;

-- name: VersionsShown :many
-- VersionsShown reads the versions of designs that show credentials.
select id, uuid, coalesce(document ->> 'size', '')::text as size, coalesce(document ->> 'orientation', '')::text as orientation
from design_versions where id = any(@ids::bigint[]);
