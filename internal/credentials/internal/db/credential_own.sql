-- name: CredentialListOwned :many
-- CredentialListOwned lists what a person holds, the latest first; in one department or in all. A search looks at what each is
-- called and who issued it.
select c.*
from credentials c
where c.recipient_address = lower(@email::text) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test
	and (sqlc.narg('department_id')::bigint is null or c.department_id = sqlc.narg('department_id'))
	and (@search::text = '' or strpos(lower(unescaped(concat_ws(' ', c.name, c.snapshot -> 'group' ->> 'course_name', c.snapshot -> 'issuer' ->> 'name'))),
		lower(@search::text)) > 0)
order by c.id desc
limit @row_limit offset @row_offset;

-- name: CredentialCountOwned :one
-- CredentialCountOwned counts what CredentialListOwned lists.
select count(*) from credentials c
where c.recipient_address = lower(@email::text) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test
	and (sqlc.narg('department_id')::bigint is null or c.department_id = sqlc.narg('department_id'))
	and (@search::text = '' or strpos(lower(unescaped(concat_ws(' ', c.name, c.snapshot -> 'group' ->> 'course_name', c.snapshot -> 'issuer' ->> 'name'))),
		lower(@search::text)) > 0);
