-- name: CredentialLockForStanding :many
-- CredentialLockForStanding locks the rows in one order, and tells whose recipients the group writes to.
select c.id, c.state, (g.send_emails and c.recipient_email <> '')::boolean as mails,
	(@revokes::boolean and not c.test and approval_missing(@department_id, 'revoke', c.id))::boolean as unapproved
from credentials c join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state <> 'deleted'
order by c.id
for update of c;

-- name: CredentialSuspend :exec
-- CredentialSuspend withdraws credentials for a while.
update credentials set state = 'suspended', suspended_at = @now::timestamptz, suspension_reason = @reason, updated_at = @now::timestamptz
where without_index(department_id = @department_id) and id = any(@ids::bigint[]);

-- name: CredentialReinstate :exec
-- CredentialReinstate ends a suspension.
update credentials set state = case when not complete then 'in_progress' when expired_on < timezone((select d.time_zone from departments d where d.id = @department_id), @now::timestamptz)::date or expired_at is not null then 'expired' else 'published' end,
	suspended_at = null, suspension_reason = '', updated_at = @now::timestamptz
where without_index(department_id = @department_id) and id = any(@ids::bigint[]);

-- name: CredentialRevoke :exec
-- CredentialRevoke withdraws credentials for good.
update credentials set state = 'revoked', revoked_at = @now::timestamptz, revocation_reason = @reason::text, revocation_note = @note,
	suspended_at = null, suspension_reason = '', updated_at = @now::timestamptz
where without_index(department_id = @department_id) and id = any(@ids::bigint[]);

-- name: CredentialCharges :many
-- CredentialCharges tells whom credentials are for, in one order; tests cost nothing.
select id, recipient_address from credentials where without_index(department_id = @department_id) and id = any(@ids::bigint[]) and not test order by id;
