-- name: EventInsertTest :one
-- EventInsertTest adds an event that one webhook alone hears of.
insert into webhook_events (department_id, type, subject_kind, subject_id, only_webhook_id, occurred_at)
values (@department_id, 'webhook.test', 'webhook', @webhook_id, @webhook_id, @now)
returning id;

-- name: EventsInsertOfCredentials :exec
-- EventsInsertOfCredentials adds events of credentials that an active webhook subscribes to. One that was added before is left out.
insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at, credential_event_id)
select @department_id, x.type, 'credential', x.credential_id, x.at, x.event_id
from (select unnest(@event_ids::bigint[]) as event_id, unnest(@types::text[]) as type, unnest(@credential_ids::bigint[]) as credential_id,
	unnest(@times::timestamptz[]) as at) x
where webhook_wanted(@department_id, x.type)
order by x.event_id
on conflict (credential_event_id) where credential_event_id is not null do nothing;

-- name: EventsUnwritten :many
-- EventsUnwritten reads those events that have no body yet.
select * from webhook_events where id = any(@ids::bigint[]) and body is null order by id;

-- name: EventsWrite :exec
-- EventsWrite gives events their bodies; one that has a body keeps it.
update webhook_events e set body = x.body
from (select unnest(@ids::bigint[]) as id, unnest(@bodies::text[]) as body) x
where e.id = x.id and e.department_id = @department_id and e.body is null;

-- name: EventsDeleteOld :execrows
-- EventsDeleteOld forgets events and their deliveries, some at a time.
delete from webhook_events where id in (select e.id from webhook_events e where e.occurred_at < @before order by e.occurred_at limit @row_limit);
