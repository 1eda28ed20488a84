-- name: QueueDepths :many
-- QueueDepths counts the jobs of each queue that are due, running, and waiting for a later time, and how long the oldest that is due has
-- been waiting.
select queue,
	count(*) filter (where state in ('available', 'pending') or (state in ('scheduled', 'retryable') and scheduled_at <= now()))::bigint as due,
	count(*) filter (where state = 'running')::bigint as running,
	count(*) filter (where state in ('scheduled', 'retryable') and scheduled_at > now())::bigint as later,
	coalesce(extract(epoch from now() - min(scheduled_at) filter (where state <> 'running' and scheduled_at <= now())), 0)::double precision as oldest_seconds
from river_job where state in ('available', 'pending', 'scheduled', 'retryable', 'running') group by queue;

-- name: DeliveryDepth :one
-- DeliveryDepth is QueueDepths for the deliveries of webhooks.
select count(*) filter (where d.next_at <= now() and (d.claimed_until is null or d.claimed_until <= now()))::bigint as due,
	count(*) filter (where d.claimed_until > now())::bigint as running,
	count(*) filter (where d.next_at > now() and (d.claimed_until is null or d.claimed_until <= now()))::bigint as later,
	coalesce(extract(epoch from now() - min(greatest(d.next_at, d.created_at)) filter (where d.next_at <= now()
		and (d.claimed_until is null or d.claimed_until <= now()))), 0)::double precision as oldest_seconds
from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.state = 'pending' and w.state = 'active';

-- name: DiscardedJobs :many
-- DiscardedJobs counts the jobs of each kind and queue that used up their attempts.
select kind, queue, count(*)::bigint as jobs from river_job where state = 'discarded' group by kind, queue order by kind, queue;
