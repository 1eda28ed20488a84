-- name: BatchesInsert :exec
-- BatchesInsert adds batches for consumers to process.
insert into credential_event_batches (department_id, consumer, batch, first_id)
select x.department_id, x.consumer, @batch, x.first_id
from (select unnest(@department_ids::bigint[]) as department_id, unnest(@consumers::text[]) as consumer, unnest(@first_ids::bigint[]) as first_id) x
on conflict do nothing;

-- name: BatchReplay :execrows
-- BatchReplay adds a batch again whose events still exist.
insert into credential_event_batches (department_id, consumer, batch, first_id)
select e.department_id, @consumer, e.batch, min(e.id) from credential_events e
where e.department_id = @department_id and e.batch = @batch group by e.department_id, e.batch
on conflict do nothing;

-- name: BatchesLock :exec
-- BatchesLock lets one job at a time process the batches of a department for a consumer.
select pg_advisory_xact_lock(hashtextextended('credential events for ' || @consumer::text, @department_id));

-- name: BatchTake :many
-- BatchTake removes the oldest batch of a consumer, up to and including one batch; nothing if that one was processed.
delete from credential_event_batches b
where b.department_id = @department_id and b.consumer = @consumer and b.batch = (
	select o.batch from credential_event_batches o
	join credential_event_batches mine on mine.department_id = @department_id and mine.consumer = @consumer and mine.batch = @batch
	where o.department_id = @department_id and o.consumer = @consumer and o.first_id <= mine.first_id
	order by o.first_id limit 1)
returning b.batch;
