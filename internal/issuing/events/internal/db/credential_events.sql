-- name: EventsAppend :many
-- EventsAppend adds events with the state, the group and the test flag that their credentials have now, and returns the first event of
-- each department. The IDs are passed twice so that the planner knows how many rows there are.
with appended as (
	insert into credential_events (department_id, credential_id, type, changed, state, group_id, previous_group_id, test, batch,
		user_id, api_key_id, embed_session_id, recipient_id, system, at)
	select c.department_id, c.id, x.type, string_to_array(x.changed, ','), c.state, c.group_id, nullif(x.previous_group_id, 0), c.test, @batch::uuid,
		sqlc.narg('user_id')::bigint, sqlc.narg('api_key_id')::bigint, sqlc.narg('embed_session_id')::bigint, sqlc.narg('recipient_id')::bigint,
		sqlc.narg('system')::text, @at::timestamptz
	from (select unnest(@credential_ids::bigint[]) as id, unnest(@types::text[]) as type, unnest(@changed::text[]) as changed,
			unnest(@previous_group_ids::bigint[]) as previous_group_id, generate_series(1, cardinality(@credential_ids::bigint[])) as position) x
	join credentials c on c.id = x.id
	where c.id = any(@credential_ids::bigint[])
	order by x.position
	returning id, department_id
)
select department_id, min(id)::bigint as first_id, count(*) as events from appended group by department_id order by department_id;

-- name: EventsOfBatch :many
-- EventsOfBatch reads the events of a batch in the order in which they happened.
select id, credential_id, type, changed, state, group_id, coalesce(previous_group_id, 0)::bigint as previous_group_id, test, at
from credential_events where department_id = @department_id and batch = @batch order by id;

-- name: EventsDeleteOfCredentials :exec
-- EventsDeleteOfCredentials deletes the events of credentials that still exist.
delete from credential_events e using credentials c
where c.id = any(@credential_ids::bigint[]) and e.department_id = c.department_id and e.credential_id = c.id;

-- name: EventsDeleteOld :execrows
-- EventsDeleteOld deletes a batch of old events.
delete from credential_events where id in (select e.id from credential_events e where e.at < @before order by e.at limit @row_limit);
