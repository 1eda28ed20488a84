-- name: CredentialChoicesOwned :many
-- CredentialChoicesOwned lists who issued what a person holds, as they were called last, and then the skills that it stands for, which have no
-- department.
with held as (
	select c.id, c.department_id, c.snapshot
	from credentials c
	where c.recipient_address = any(@emails::text[]) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test
		and (sqlc.narg('department_id')::bigint is null or c.department_id = sqlc.narg('department_id'))
		and (cardinality(@groups::bigint[]) = 0 or c.group_id = any(@groups::bigint[]))
), choices as (
	(select h.department_id, (array_agg(h.snapshot -> 'issuer' ->> 'name' order by h.id desc))[1] as name
	from held h
	group by h.department_id
	limit 500)
	union all
	(select distinct 0::bigint, o.name
	from held h
		cross join jsonb_array_elements_text(coalesce(nullif(h.snapshot -> 'group' -> 'learning_outcomes', 'null'), '[]')) o (name)
	limit 500)
)
select c.department_id::bigint as department_id, coalesce(c.name, '')::text as name
from choices c
order by lower(c.name), c.department_id;
