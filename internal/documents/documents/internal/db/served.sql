-- name: ServedStamp :one
-- ServedStamp names the versions of all rows that the documents of a credential are made of: PostgreSQL notes in each which
-- transaction wrote it. While the stamp is the same, so are the documents.
select concat_ws(' ', c.xmin, g.xmin, d.xmin,
	(select max(s.id) from signed_badges s where s.department_id = c.department_id and s.credential_id = c.id),
	(select sum(hashint8extended(e.id, e.xmin::text::bigint)) from evidence_items e where e.credential_id = c.id),
	(select sum(hashint8extended(a.id, a.xmin::text::bigint)) from attribute_keys a where a.department_id = c.department_id),
	(select sum(hashint8extended(f.id, f.xmin::text::bigint)) from fonts f where f.department_id = c.department_id),
	(select count(*) from font_names n where n.department_id = c.department_id),
	(select count(*) from font_files n where n.department_id = c.department_id))::text as stamp
from credentials c
join groups g on g.department_id = c.department_id and g.id = c.group_id
join departments d on d.id = c.department_id
where c.id = $1;

-- name: ServedStamps :many
-- ServedStamps are such versions of what the pictures of some credentials of any departments are made of.
select c.id, concat_ws(' ', c.xmin, g.xmin, d.xmin,
	(select sum(hashint8extended(a.id, a.xmin::text::bigint)) from attribute_keys a where a.department_id = c.department_id),
	(select sum(hashint8extended(f.id, f.xmin::text::bigint)) from fonts f where f.department_id = c.department_id))::text as stamp
from credentials c
join groups g on g.department_id = c.department_id and g.id = c.group_id
join departments d on d.id = c.department_id
where c.id = any(@ids::bigint[]) order by c.id;
