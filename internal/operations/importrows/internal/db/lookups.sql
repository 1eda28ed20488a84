-- name: LookupRecipients :many
-- LookupRecipients tells what a department has for people, by group. It looks by one address after the other, whatever the planner
-- believes of how many credentials a department has. The others that ask for many by their numbers compare the department so that no index serves it.
select c.recipient_address as email, c.group_id, min(c.recipient_email)::text as typed,
	bool_or(c.published_at is not null)::boolean as issued,
	coalesce(array_agg(c.id order by c.id) filter (where c.state not in ('deleted', 'revoked')), '{}')::bigint[] as live
from (select distinct unnest(@emails::text[]) as email) a
cross join lateral (
	select o.recipient_address, o.group_id, o.recipient_email, o.published_at, o.id, o.state from credentials o
	where o.recipient_address = a.email and without_index(o.department_id = @department_id) offset 0
) c
group by 1, 2;

-- name: LookupGroups :many
-- LookupGroups finds groups by number or name.
select id, lower(name)::text as name, state, certificate_design_id is not null or badge_design_id is not null as designed,
	allow_duplicate_credentials, coalesce((settings ->> 'replace_duplicates')::boolean, false)::boolean as replace_duplicates,
	coalesce((settings ->> 'least_grade')::float8, -1)::float8 as least_grade
from groups where department_id = @department_id and (id = any(@ids::bigint[]) or lower(name) = any(@names::text[]));

-- name: LookupLicenses :many
-- LookupLicenses finds credentials by the issuer's own ids.
select id, license_id::text as key from credentials
where department_id = @department_id and license_id = any(@keys::text[]) and state <> 'deleted';

-- name: LookupNumbers :many
-- LookupNumbers finds credentials by their numbers.
select id, id::text as key from credentials where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and state <> 'deleted';

-- name: LookupUUIDs :many
-- LookupUUIDs finds credentials by their uuids.
select id, uuid::text as key from credentials where without_index(department_id = @department_id) and uuid = any(@uuids::uuid[]) and state <> 'deleted';

-- name: LookupRecipientIDs :many
-- LookupRecipientIDs finds credentials by the issuer's own ids of people.
select id, recipient_id::text as key from credentials
where department_id = @department_id and recipient_id = any(@keys::text[]) and state not in ('deleted', 'revoked');

-- name: LookupCredentials :many
-- LookupCredentials reads what a change of credentials is checked against.
select id, group_id, recipient_name, recipient_email, license_id, issued_on, expired_on from credentials
where without_index(department_id = @department_id) and id = any(@ids::bigint[]);

-- name: LookupDesigns :many
-- LookupDesigns reads what the designs of groups show.
select g.id as group_id, v.document from groups g
join designs d on d.department_id = g.department_id and d.id in (g.certificate_design_id, g.badge_design_id)
join design_versions v on v.id = d.current_version_id
where g.department_id = @department_id and g.id = any(@ids::bigint[]);
