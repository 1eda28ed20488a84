-- name: CredentialCountByVersions :many
-- CredentialCountByVersions counts issued credentials that carry each version of a design.
select v.id, count(*) from design_versions v
join credentials c on c.certificate_version_id = v.id or c.badge_version_id = v.id
where v.department_id = @department_id and without_index(c.department_id = @department_id) and v.id = any(@version_ids::bigint[]) and c.state <> 'deleted'
group by v.id;

-- name: CredentialPageAfter :many
-- CredentialPageAfter lists the credentials of a group that follow one in the order of their numbers.
select c.*
from credentials c
where c.department_id = @department_id and c.group_id = @group_id and c.state <> 'deleted' and c.id > @after
order by c.id
limit @row_limit;

-- name: CredentialPageBefore :many
-- CredentialPageBefore lists the credentials of a group that precede one, the nearest first.
select c.*
from credentials c
where c.department_id = @department_id and c.group_id = @group_id and c.state <> 'deleted' and c.id < @before
order by c.id desc
limit @row_limit;

-- name: CredentialPlace :one
-- CredentialPlace counts the credentials of a group, and those before one.
select count(*) as total, count(*) filter (where id < @id) as earlier
from credentials where department_id = @department_id and group_id = @group_id and state <> 'deleted';

-- name: CredentialNameExtremes :one
-- CredentialNameExtremes finds the credentials of a group with the longest and the shortest name; 0 where there is none.
select
	coalesce((select a.id from credentials a where a.department_id = @department_id and a.group_id = @group_id and a.state <> 'deleted'
		order by char_length(a.recipient_name) desc, a.id limit 1), 0)::bigint as longest,
	coalesce((select b.id from credentials b where b.department_id = @department_id and b.group_id = @group_id and b.state <> 'deleted'
		order by char_length(b.recipient_name), b.id limit 1), 0)::bigint as shortest;

-- name: GroupExists :one
-- GroupExists reports whether the department has a group.
select exists (select 1 from groups where department_id = @department_id and id = @id);

-- name: CredentialIssuedAfter :many
-- CredentialIssuedAfter lists what a department ever issued, those deleted since among them, by their numbers.
select c.*
from credentials c
where c.department_id = @department_id and c.id > @after::bigint and c.published_at is not null and c.state not in ('draft', 'scheduled') and not c.test
order by c.id limit @row_limit;

-- name: CredentialIssuedCount :one
-- CredentialIssuedCount counts what CredentialIssuedAfter lists.
select count(*) from credentials where department_id = $1 and published_at is not null and state not in ('draft', 'scheduled') and not test;

-- name: RecipientsAchievedAfter :many
-- RecipientsAchievedAfter lists the addresses whose credentials count as achieved, in alphabetical order.
select distinct c.recipient_address
from credentials c
where c.department_id = @department_id and c.recipient_address > @after::text and c.state in ('published', 'expired') and c.superseded_at is null
	and not c.test
order by c.recipient_address limit @row_limit;

-- name: CredentialAchievedAfter :many
-- CredentialAchievedAfter lists the credentials that count as achieved by one address, by their numbers.
select c.*
from credentials c
where c.department_id = @department_id and c.recipient_address = @address::text and c.id > @after::bigint and c.state in ('published', 'expired')
	and c.superseded_at is null and not c.test
order by c.id limit @row_limit;
