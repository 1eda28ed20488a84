-- name: GroupsShown :many
-- GroupsShown reads what credentials show of their groups and departments; what is not issued shows the present versions of the designs.
select sqlc.embed(s),
	coalesce(case when @unissued::boolean then (select v.current_version_id from designs v
		where v.department_id = s.department_id and v.id = s.certificate_design_id) end, 0)::bigint as certificate_version_id,
	coalesce(case when @unissued::boolean then (select v.current_version_id from designs v
		where v.department_id = s.department_id and v.id = s.badge_design_id) end, 0)::bigint as badge_version_id
from groups_shown s
where s.id = any(@ids::bigint[]);

-- name: CredentialsShown :many
-- CredentialsShown finds what has an issuer's own id, id, uuid or encoded_id, with the mark of what it shows of its group, what it
-- renews and what renews it; attached tells whether there is evidence or a reference. Each way to name one has an index. The rows
-- are wide, so what makes up the answer is put together in one step: they are not sorted, and what only may be there is asked for by
-- limit 1 instead of exists, for which the database prepares two plans each time.
select sqlc.embed(c),
	(select s.mark from groups_shown s where s.department_id = c.department_id and s.id = c.group_id)::text as mark,
	coalesce((select jsonb_agg(to_jsonb(r)) from credential_related(c.department_id, c.id, c.supersedes_id) r), '[]')::jsonb as related,
	((select true from evidence_items e where e.department_id = c.department_id and e.credential_id = c.id limit 1) is not null
		or (select true from credential_references r where r.department_id = c.department_id and r.credential_id = c.id limit 1) is not null)::boolean as attached
from credentials c
where c.department_id = @department_id and c.state <> 'deleted'
	and (c.license_id = @ref::text or c.id = sqlc.narg('id')::bigint or c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = sqlc.narg('encoded_id')::text);

-- name: VersionsShown :many
-- VersionsShown reads the versions of designs that show credentials.
select id, uuid, coalesce(document ->> 'size', '')::text as size, coalesce(document ->> 'orientation', '')::text as orientation
from design_versions where id = any(@ids::bigint[]);
