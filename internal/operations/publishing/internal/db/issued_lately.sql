-- name: IssuedLatelyAdd :exec
-- IssuedLatelyAdd has credentials followed up, also those that are waiting for it already.
insert into issued_lately (credential_id, department_id) select unnest(@credential_ids::bigint[]), @department_id
on conflict do nothing;

-- name: IssuedLatelyDepartments :many
-- IssuedLatelyDepartments tells the departments of the credentials that have waited longest.
select distinct o.department_id from (select i.department_id from issued_lately i order by i.credential_id limit @row_limit) o order by 1;

-- name: IssuedLatelyTake :many
-- IssuedLatelyTake takes some that no other process has taken.
delete from issued_lately where credential_id in (
	select i.credential_id from issued_lately i where i.department_id = @department_id order by i.credential_id limit @row_limit for update skip locked
) returning credential_id;
