-- name: CredentialLockForBulk :many
-- CredentialLockForBulk locks the rows in one order and reads what a bulk action changes; deleted ones are among them. What stands
-- beside the one that it renews, or that renews it, is no duplicate.
select c.id, c.state, c.group_id, c.private, c.issued_on, c.expired_on, c.recipient_email, c.email_status, c.suspended_at,
	c.suspension_reason, c.revoked_at, c.complete, c.published_at, c.publish_at, c.deleted_at,
	(c.superseded_at is not null or (c.supersedes_id is not null and c.state in ('draft', 'scheduled')))::boolean as beside,
	coalesce(g.generate_private_credential, d.generate_private_credential) as private_by_default
from credentials c
join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
join departments d on d.id = @department_id
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[])
order by c.id
for update of c;

-- name: CredentialSetExpiries :many
-- CredentialSetExpiries writes expiry dates, '' for never; and the state of issued credentials to match. With at_once, today ends them now.
-- It returns the credentials that expire by this.
with before as (
	select c.id, c.state, x.day
	from (select unnest(@ids::bigint[]) as id, nullif(unnest(@days::text[]), '')::date as day) x
	join credentials c on without_index(c.department_id = @department_id) and c.id = x.id
), changed as (
	update credentials c set expired_on = x.day, expired_at = case when @at_once::boolean and x.day = @today::date then @now::timestamptz end, updated_at = @now::timestamptz,
		corrected_at = case when c.state in ('published', 'expired', 'suspended') and c.expired_on is distinct from x.day then @now::timestamptz
			else c.corrected_at end,
		state = case
			when c.state not in ('published', 'expired') then c.state
			when x.day < @today::date or @at_once::boolean and x.day = @today::date then 'expired'
			else 'published' end
	from before x
	where without_index(c.department_id = @department_id) and c.id = x.id
	returning c.id, x.state as before, c.state as after
)
select id from changed where before = 'published' and after = 'expired' order by id;

-- name: CredentialSetPrivacies :exec
-- CredentialSetPrivacies makes credentials private or public.
update credentials c set private = x.private, updated_at = @now::timestamptz
from (select unnest(@ids::bigint[]) as id, unnest(@private::boolean[]) as private) x
where without_index(c.department_id = @department_id) and c.id = x.id;

-- name: CredentialSetGroups :exec
-- CredentialSetGroups moves credentials; the rule about duplicates is that of their new group. What was issued keeps its texts and
-- designs and names its new group, as CredentialMove does when the credential is not to follow.
update credentials c set group_id = x.group_id, allows_duplicate = g.allow_duplicate_credentials, updated_at = @now::timestamptz,
	snapshot = jsonb_set(jsonb_set(c.snapshot, '{group,id}', to_jsonb(g.id)), '{group,name}', to_jsonb(g.name))
from (select unnest(@ids::bigint[]) as id, unnest(@group_ids::bigint[]) as group_id) x
join groups g on g.department_id = @department_id and g.id = x.group_id
where without_index(c.department_id = @department_id) and c.id = x.id;

-- name: CredentialTaken :many
-- CredentialTaken finds which addresses groups without duplicates have a credential for already.
select c.group_id, c.recipient_address as email from credentials c
where c.department_id = @department_id and c.group_id = any(@group_ids::bigint[]) and not c.allows_duplicate
	and c.state not in ('deleted', 'revoked') and c.superseded_at is null
	and not (c.supersedes_id is not null and c.state in ('draft', 'scheduled')) and c.recipient_address = any(@emails::text[]);

-- name: CredentialGroupRules :many
-- CredentialGroupRules reads what moving into groups depends on.
select id, allow_duplicate_credentials, state from groups where without_index(department_id = @department_id) and id = any(@ids::bigint[]);

-- name: CredentialRestoreMany :exec
-- CredentialRestoreMany takes deletions back, each to its own state.
update credentials c set state = x.state, deleted_at = null, updated_at = @now::timestamptz
from (select unnest(@ids::bigint[]) as id, unnest(@states::text[]) as state) x
where without_index(c.department_id = @department_id) and c.id = x.id and c.state = 'deleted';

-- name: CredentialExisting :many
-- CredentialExisting keeps of ids those of the department, deleted ones among them.
select id from credentials where without_index(department_id = @department_id) and id = any(@ids::bigint[]) order by id limit 100000;
