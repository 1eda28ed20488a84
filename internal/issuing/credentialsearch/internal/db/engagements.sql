-- name: EngagementCount :one
-- EngagementCount tells with how many credentials people went so far, no further than most.
select count(*) from (
	select e.credential_id from credential_engagements e where e.department_id = @department_id and e.level = any(@levels::integer[]) limit @most
) x;

-- name: EngagementRead :many
-- EngagementRead reports how far people went with credentials of the transaction's department; those that nobody looked at are left out.
select e.credential_id, e.level from credential_engagements e where e.credential_id = any(@ids::bigint[]);
