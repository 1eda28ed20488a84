-- name: CredentialSchedule :many
-- CredentialSchedule has drafts published later, or at another time than planned.
update credentials set state = 'scheduled', publish_at = @publish_at::timestamptz, publish_send_email = @send_email, publish_refusal = null,
	updated_at = @now
where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and state in ('draft', 'scheduled')
returning id;

-- name: CredentialUnschedule :many
-- CredentialUnschedule makes drafts again of scheduled credentials.
update credentials set state = 'draft', publish_at = null, updated_at = @now
where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and state = 'scheduled'
returning id;

-- name: CredentialDue :many
-- CredentialDue lists scheduled credentials whose time has come, department by department.
select due.id, due.department_id, due.publish_send_email
from (select c.id, c.department_id, c.publish_send_email from credentials c
	where c.state = 'scheduled' and c.publish_at <= @now
		and not exists (select from departments d where d.id = c.department_id and d.archived_at is not null) order by c.publish_at, c.id limit @row_limit) due
order by due.department_id, due.publish_send_email, due.id;

-- name: CredentialLockDue :many
-- CredentialLockDue locks in one order what is due still.
select id from credentials
where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and state = 'scheduled' and publish_at <= @now
	and publish_send_email = @send_email::boolean
	and not exists (select from departments d where d.id = @department_id and d.archived_at is not null)
order by id for update;

-- name: CredentialNoteRefusals :exec
-- CredentialNoteRefusals keeps why credentials could not be published; what was scheduled is a draft again.
update credentials c set state = 'draft', publish_at = null, publish_refusal = x.reason, updated_at = @now
from (select unnest(@ids::bigint[]) as id, unnest(@reasons::text[]) as reason) x
where without_index(c.department_id = @department_id) and c.id = x.id and c.state in ('draft', 'scheduled');

-- name: CredentialPurgeable :many
-- CredentialPurgeable takes what was deleted long ago, some at a time.
select id from credentials where state = 'deleted' and deleted_at < @before order by deleted_at, id limit @row_limit for update skip locked;

-- name: CredentialTestsOver :many
-- CredentialTestsOver takes tests that were made long ago, whatever became of them, some at a time.
select id from credentials where test and created_at < @before order by created_at, id limit @row_limit for update skip locked;

-- name: CredentialPurgeableOfGroup :many
-- CredentialPurgeableOfGroup takes what was deleted of a group and its tests, some at a time.
select id from credentials where department_id = @department_id and group_id = @group_id and (state = 'deleted' or test)
order by id limit @row_limit for update;

-- name: TombstonesInsert :exec
-- TombstonesInsert notes what is purged, tests apart. The hash is of the whole row, whose private key nobody can guess.
insert into tombstones (department_id, credential_id, uuid, encoded_id, private_key, issued, hash, deleted_at, purged_at)
select c.department_id, c.id, c.uuid, c.encoded_id, case when c.private then c.private_key end, c.published_at is not null,
	sha256(convert_to(to_jsonb(c)::text, 'UTF8')), c.deleted_at, @now
from credentials c where c.id = any(@ids::bigint[]) and not c.test;

-- name: CredentialsPurge :exec
-- CredentialsPurge deletes the rows of purged credentials.
delete from credentials where id = any(@ids::bigint[]) and (state = 'deleted' or test);

-- name: CredentialSupersede :many
-- CredentialSupersede makes renewals take the place of what they renew, which is revoked where that was asked for.
update credentials o set superseded_at = @now::timestamptz, updated_at = @now::timestamptz,
	state = case when w.revoke then 'revoked' else o.state end,
	revoked_at = case when w.revoke then @now::timestamptz else o.revoked_at end,
	revocation_reason = case when w.revoke then 'superseded' else o.revocation_reason end,
	suspended_at = case when w.revoke then null else o.suspended_at end,
	suspension_reason = case when w.revoke then '' else o.suspension_reason end
from (select old.id, (c.revokes_superseded and old.state in ('published', 'expired', 'suspended'))::boolean as revoke
	from credentials c join credentials old on old.department_id = c.department_id and old.id = c.supersedes_id
	where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[])) w
where o.department_id = @department_id and o.id = w.id
returning o.id, w.revoke as revoked;

-- name: ApprovalRequired :one
-- ApprovalRequired reports whether an action takes an approval in a department.
select approval_required(@department_id, @action::text)::boolean;
