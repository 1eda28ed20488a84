-- name: PicturesOf :many
-- PicturesOf returns the uploads that are values of credentials, or were, as their history says.
select distinct u.id from credentials c cross join lateral (
	select value as address from jsonb_each_text(c.custom_attributes) as present(key, value)
	union all
	select former.value #>> '{}' from audit_events e cross join lateral jsonb_path_query(e.details, '$.custom_attributes.*.*') as former(value)
	where e.department_id = c.department_id and e.object_kind = 'credential' and e.object_id = c.id::text
) shown
join uploads u on u.department_id = c.department_id and u.public_key = substring(shown.address from 'public/[^?#]+$')
where c.id = any(@ids::bigint[]);

-- name: PicturesDue :many
-- PicturesDue returns the pictures whose use is to be checked, and whether anything in their department shows them.
with waiting as (
	select u.id, u.department_id, u.public_key, '%' || u.public_key || '%' as pattern from uploads u
	where u.check_use_at <= @now::timestamptz order by u.check_use_at, u.id limit @row_limit
), shown as (
	select distinct c.department_id, substring(v.value from 'public/[^?#]+$') as key
	from credentials c cross join lateral jsonb_each_text(c.custom_attributes) v
	where c.department_id in (select department_id from waiting) and c.custom_attributes::text like '%public/%'
)
select w.id, w.department_id, (
	exists (select from shown s where s.department_id = w.department_id and s.key = w.public_key)
	or exists (select from departments t where t.id = w.department_id and to_jsonb(t)::text like w.pattern)
	or exists (select from groups t where t.department_id = w.department_id and to_jsonb(t)::text like w.pattern)
	or exists (select from group_defaults t where t.department_id = w.department_id and t.defaults::text like w.pattern)
	or exists (select from designs t where t.department_id = w.department_id and to_jsonb(t)::text like w.pattern)
	or exists (select from design_versions t where t.department_id = w.department_id and t.document::text like w.pattern)
	or exists (select from import_rows t where t.department_id = w.department_id and t.cells::text like w.pattern)
)::boolean as shown
from waiting w;
