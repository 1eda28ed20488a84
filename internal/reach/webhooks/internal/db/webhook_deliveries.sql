-- name: DeliveriesTurn :exec
-- DeliveriesTurn lets one process at a time take deliveries, so that the places of a receiver are counted right.
select pg_advisory_xact_lock(hashtextextended('webhook_deliveries', 0));

-- name: DeliveriesClaim :many
-- DeliveriesClaim takes due deliveries, no more for a receiver than it has places. Those that lag (they failed last, or are slow)
-- have one place each and are taken apart from the others, so that they never stand in their way.
with waiting as (
	select x.id, x.webhook_id, x.next_at from webhooks w
	cross join lateral (
		select d.id, d.webhook_id, d.next_at from webhook_deliveries d
		where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= @now::timestamptz
			and (d.claimed_until is null or d.claimed_until <= @now::timestamptz)
		order by d.next_at, d.id limit @places::int for update skip locked
	) x
	where w.state = 'active' and (w.failing_since is not null or w.slow) = @lagging::boolean
), numbered as (
	select y.id, y.next_at, row_number() over (partition by y.webhook_id order by y.next_at, y.id)
		+ (select count(*) from webhook_deliveries r where r.webhook_id = y.webhook_id and r.claimed_until > @now::timestamptz) as place
	from waiting y
), due as (
	select z.id from numbered z where z.place <= @places::int order by z.next_at, z.id limit @row_limit
)
update webhook_deliveries d set claimed_until = @until::timestamptz, attempts = d.attempts + 1
from due where d.id = due.id
returning d.id, d.department_id, d.webhook_id, d.event_id, d.attempts;

-- name: DeliveryLoad :one
-- DeliveryLoad reads what is sent where.
select e.body::text as body, e.type, w.uuid, w.url, w.sealed_secret, w.sealed_previous, w.previous_until
from webhook_deliveries d
join webhook_events e on e.id = d.event_id
join webhooks w on w.id = d.webhook_id
where d.department_id = @department_id and d.id = @id and e.body is not null;

-- name: DeliveryNote :execrows
-- DeliveryNote writes down what came of an attempt. What arrived meanwhile stays so.
update webhook_deliveries set state = @state, next_at = @next_at, claimed_until = null, last_status = sqlc.narg('last_status'), last_error = @last_error,
	last_ms = @last_ms::int, tried_at = @tried_at::timestamptz,
	tries = (case when jsonb_array_length(tries) < @most::int then tries else tries - 0 end) || @try::jsonb
where department_id = @department_id and id = @id and state = 'pending';

-- name: DeliveriesRelease :exec
-- DeliveriesRelease gives deliveries back that could not be begun.
update webhook_deliveries set claimed_until = null, attempts = attempts - 1, next_at = @next_at
where id = any(@ids::bigint[]) and state = 'pending';

-- name: DeliveryList :many
-- DeliveryList lists what was sent to a webhook, the newest first.
select d.id, d.webhook_id, d.state, d.attempts, d.next_at, d.claimed_until, d.last_status, d.last_error, d.last_ms, d.tried_at, d.created_at,
	e.uuid, e.type, e.subject_kind, e.subject_id, e.occurred_at
from webhook_deliveries d join webhook_events e on e.id = d.event_id
where d.department_id = @department_id and d.webhook_id = @webhook_id
	and (@state::text = '' or d.state = @state) and (@type::text = '' or e.type = @type)
	and (sqlc.narg('since')::timestamptz is null or d.created_at >= sqlc.narg('since')) and (sqlc.narg('until')::timestamptz is null or d.created_at < sqlc.narg('until'))
order by case when @oldest::boolean then d.id end, d.id desc limit @row_limit offset @row_offset;

-- name: DeliveryCount :one
-- DeliveryCount counts what DeliveryList lists.
select count(*) from webhook_deliveries d join webhook_events e on e.id = d.event_id
where d.department_id = @department_id and d.webhook_id = @webhook_id
	and (@state::text = '' or d.state = @state) and (@type::text = '' or e.type = @type)
	and (sqlc.narg('since')::timestamptz is null or d.created_at >= sqlc.narg('since')) and (sqlc.narg('until')::timestamptz is null or d.created_at < sqlc.narg('until'));

-- name: DeliveryRead :one
-- DeliveryRead reads one with its body and what came of its attempts.
select d.id, d.webhook_id, d.state, d.attempts, d.next_at, d.claimed_until, d.last_status, d.last_error, d.last_ms, d.tried_at, d.created_at, d.tries,
	e.uuid, e.type, e.subject_kind, e.subject_id, e.occurred_at, coalesce(e.body, '')::text as body
from webhook_deliveries d join webhook_events e on e.id = d.event_id
where d.department_id = @department_id and d.webhook_id = @webhook_id and d.id = @id;

-- name: DeliveryReplay :execrows
-- DeliveryReplay sends one again that has ended. The event and its id stay the same.
update webhook_deliveries set state = 'pending', attempts = 0, next_at = 'epoch', claimed_until = null
where department_id = @department_id and webhook_id = @webhook_id and id = @id and state <> 'pending';

-- name: DeliveriesReplayFailed :execrows
-- DeliveriesReplayFailed sends those again that failed since a time, some at a time.
update webhook_deliveries set state = 'pending', attempts = 0, next_at = 'epoch', claimed_until = null
where id in (select d.id from webhook_deliveries d where d.department_id = @department_id and d.webhook_id = @webhook_id and d.state = 'failed'
	and d.created_at >= @since order by d.id limit @row_limit);
