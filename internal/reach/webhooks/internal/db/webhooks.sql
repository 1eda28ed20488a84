-- name: WebhooksLock :exec
-- WebhooksLock lets the webhooks of a department be made one after the other, so that the limit holds.
select pg_advisory_xact_lock(hashtextextended('webhooks', @department_id));

-- name: WebhooksCount :one
-- WebhooksCount counts the webhooks of a department.
select count(*) from webhooks where department_id = @department_id;

-- name: WebhookInsert :one
-- WebhookInsert adds a webhook. A key makes it for the person who made the key.
insert into webhooks (department_id, uuid, url, description, events, sealed_secret, created_by, created_at, updated_at)
values (@department_id, @uuid, @url, @description, @events, @sealed_secret,
	coalesce(sqlc.narg(created_by)::bigint, (select k.created_by from api_keys k where k.department_id = @department_id and k.id = sqlc.narg(api_key_id)::bigint)),
	@now, @now)
returning id;

-- name: WebhookRead :one
-- WebhookRead reads a webhook with what came of its latest attempt.
select sqlc.embed(w), coalesce(u.name, '')::text as creator, l.last_status, coalesce(l.last_error, '')::text as last_error, l.tried_at
from webhooks w
left join users u on u.id = w.created_by
left join lateral (select d.last_status, d.last_error, d.tried_at from webhook_deliveries d
	where d.webhook_id = w.id and d.tried_at is not null order by d.id desc limit 1) l on true
where w.department_id = @department_id and w.id = @id;

-- name: WebhookList :many
-- WebhookList lists the webhooks of a department as WebhookRead reads them, the newest first.
select sqlc.embed(w), coalesce(u.name, '')::text as creator, l.last_status, coalesce(l.last_error, '')::text as last_error, l.tried_at
from webhooks w
left join users u on u.id = w.created_by
left join lateral (select d.last_status, d.last_error, d.tried_at from webhook_deliveries d
	where d.webhook_id = w.id and d.tried_at is not null order by d.id desc limit 1) l on true
where w.department_id = @department_id
order by w.id desc limit @row_limit offset @row_offset;

-- name: WebhookLock :one
-- WebhookLock reads a webhook that nobody else changes until the transaction ends.
select * from webhooks where department_id = @department_id and id = @id for update;

-- name: WebhookUpdate :exec
-- WebhookUpdate writes what people change. Whoever takes it up again begins without the failures of before.
update webhooks set url = @url, description = @description, events = @events, state = @state, paused_reason = sqlc.narg('paused_reason'),
	failing_since = case when state = 'paused' and @state = 'active' then null else failing_since end, updated_at = @now
where department_id = @department_id and id = @id;

-- name: WebhookRotate :exec
-- WebhookRotate gives a webhook a new secret; the one it has signs as well for a while.
update webhooks set sealed_previous = sealed_secret, previous_until = @until::timestamptz, sealed_secret = @sealed_secret, updated_at = @now
where department_id = @department_id and id = @id;

-- name: WebhookDelete :execrows
-- WebhookDelete forgets a webhook and what was sent to it.
delete from webhooks where department_id = @department_id and id = @id;

-- name: WebhookArrived :exec
-- WebhookArrived notes that something arrived, and whether that took long.
update webhooks set failing_since = null, slow = @slow where id = @id and department_id = @department_id and (failing_since is not null or slow <> @slow);

-- name: WebhookMissed :exec
-- WebhookMissed notes since when nothing has arrived.
update webhooks set failing_since = @since::timestamptz where id = @id and department_id = @department_id and failing_since is null;

-- name: WebhookPause :execrows
-- WebhookPause lets a webhook rest that nothing reaches.
update webhooks set state = 'paused', paused_reason = 'failing', updated_at = @now where id = @id and department_id = @department_id and state = 'active';

-- name: WebhookMaker :one
-- WebhookMaker tells whom to write to about a webhook, and where it stands.
select w.url, u.email, u.language, d.name as department from webhooks w
join departments d on d.id = w.department_id
join users u on u.id = w.created_by
where w.department_id = @department_id and w.id = @id;

-- name: WebhookDepartments :many
-- WebhookDepartments lists those of some departments that have an active webhook for any of the types.
select distinct w.department_id from webhooks w
where w.department_id = any(@department_ids::bigint[]) and w.state = 'active' and w.events && @types::text[] order by 1;
