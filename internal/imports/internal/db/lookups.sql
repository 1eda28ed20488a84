-- name: LookupRecipients :many
-- LookupRecipients tells what a department has for people, by group. It looks by the addresses alone, whatever the planner believes of
-- how many credentials a department has; so do the others that ask for many by their numbers or addresses.
select recipient_address as email, group_id, min(recipient_email)::text as typed,
	bool_or(published_at is not null)::boolean as issued,
	coalesce(array_agg(id order by id) filter (where state not in ('deleted', 'revoked')), '{}')::bigint[] as live
from credentials where (department_id = @department_id) is true and recipient_address = any(@emails::text[])
group by 1, 2;

-- name: LookupGroups :many
-- LookupGroups finds groups by number or name.
select id, lower(name)::text as name, state, certificate_design_id is not null or badge_design_id is not null as designed,
	allow_duplicate_credentials
from groups where department_id = @department_id and (id = any(@ids::bigint[]) or lower(name) = any(@names::text[]));

-- name: LookupLicenses :many
-- LookupLicenses finds credentials by the issuer's own ids.
select id, license_id::text as key from credentials
where department_id = @department_id and license_id = any(@keys::text[]) and state <> 'deleted';

-- name: LookupNumbers :many
-- LookupNumbers finds credentials by their numbers.
select id, id::text as key from credentials where (department_id = @department_id) is true and id = any(@ids::bigint[]) and state <> 'deleted';

-- name: LookupUUIDs :many
-- LookupUUIDs finds credentials by their uuids.
select id, uuid::text as key from credentials where (department_id = @department_id) is true and uuid = any(@uuids::uuid[]) and state <> 'deleted';

-- name: LookupRecipientIDs :many
-- LookupRecipientIDs finds credentials by the issuer's own ids of people.
select id, recipient_id::text as key from credentials
where department_id = @department_id and recipient_id = any(@keys::text[]) and state not in ('deleted', 'revoked');

-- name: LookupCredentials :many
-- LookupCredentials reads what a change of credentials is checked against.
select id, group_id, recipient_name, recipient_email, license_id, issued_on, expired_on from credentials
where (department_id = @department_id) is true and id = any(@ids::bigint[]);

-- name: LookupDesigns :many
-- LookupDesigns reads what the designs of groups show.
select g.id as group_id, v.document from groups g
join designs d on d.department_id = g.department_id and d.id in (g.certificate_design_id, g.badge_design_id)
join design_versions v on v.id = d.current_version_id
where g.department_id = @department_id and g.id = any(@ids::bigint[]);
