-- name: EventInsert :exec
-- EventInsert adds an event and its deliveries, if an active webhook subscribes to the type.
with subscribed as (
	select w.id from webhooks w where w.department_id = @department_id and w.state = 'active' and @type::text = any (w.events)
), event as (
	insert into webhook_events (department_id, type, subject_kind, subject_id, details, test, occurred_at)
	select @department_id, @type::text, @subject_kind, @subject_id, @details, credential_is_test(sqlc.narg('credential_id')::bigint), @occurred_at::timestamptz
	where exists (select from subscribed)
	returning id
)
insert into webhook_deliveries (department_id, webhook_id, event_id, created_at)
select @department_id, s.id, e.id, @occurred_at::timestamptz from event e cross join subscribed s order by s.id;

-- name: EventInsertTest :one
-- EventInsertTest adds an event for one webhook alone, and returns its delivery.
with event as (
	insert into webhook_events (department_id, type, subject_kind, subject_id, only_webhook_id, occurred_at)
	select @department_id, 'webhook.test', 'webhook', @webhook_id::bigint, @webhook_id::bigint, @occurred_at::timestamptz
	returning id
), delivery as (
	insert into webhook_deliveries (department_id, webhook_id, event_id, created_at)
	select @department_id, @webhook_id::bigint, e.id, @occurred_at::timestamptz from event e
	returning id
)
select d.id from delivery d;

-- name: EventsInsertOfCredentials :exec
-- EventsInsertOfCredentials adds events of credentials, with their deliveries, if an active webhook subscribes to the type. An event that
-- was added before is skipped.
with event as (
	insert into webhook_events (department_id, type, subject_kind, subject_id, test, occurred_at, credential_event_id)
	select @department_id, x.type, 'credential', x.credential_id, x.test, x.at, x.event_id
	from (select unnest(@event_ids::bigint[]) as event_id, unnest(@types::text[]) as type, unnest(@credential_ids::bigint[]) as credential_id,
		unnest(@tests::boolean[]) as test, unnest(@times::timestamptz[]) as at) x
	where webhook_wanted(@department_id, x.type)
	order by x.event_id
	on conflict (credential_event_id) where credential_event_id is not null do nothing
	returning id, type, occurred_at
)
insert into webhook_deliveries (department_id, webhook_id, event_id, created_at)
select @department_id, w.id, e.id, e.occurred_at
from event e join webhooks w on w.department_id = @department_id and w.state = 'active' and e.type = any (w.events)
order by e.id, w.id;

-- name: EventInsertOfView :exec
-- EventInsertOfView adds the event of a view of an issued credential's page, with its deliveries, if an active webhook subscribes to the
-- type. Views from within the department are skipped, and those that follow another since a time.
with credential as (
	select c.id, c.department_id, c.test from credentials c
	where (c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = sqlc.narg('encoded_id')::text) and c.state not in ('draft', 'scheduled', 'deleted')
		and c.department_id <> @viewer_department_id
), subscribed as (
	select w.id, w.department_id from webhooks w join credential c on c.department_id = w.department_id
	where w.state = 'active' and @type::text = any (w.events)
), event as (
	insert into webhook_events (department_id, type, subject_kind, subject_id, details, test, occurred_at)
	select c.department_id, @type::text, 'credential', c.id, @details, c.test, @occurred_at::timestamptz from credential c
	where exists (select from subscribed)
		and not exists (select from webhook_events e where e.department_id = c.department_id and e.type = @type::text and e.subject_id = c.id
			and e.occurred_at > @since::timestamptz)
	returning id, department_id
)
insert into webhook_deliveries (department_id, webhook_id, event_id, created_at)
select s.department_id, s.id, e.id, @occurred_at::timestamptz from event e join subscribed s on s.department_id = e.department_id order by s.id;

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

-- name: EventsErase :exec
-- EventsErase deletes the events about credentials, with their payloads and deliveries.
delete from webhook_events e where e.department_id = @department_id and (
	e.subject_kind = 'credential' and e.subject_id = any(@credential_ids::bigint[])
	or e.subject_kind = 'evidence_item' and e.subject_id in (select i.id from evidence_items i where i.department_id = @department_id and i.credential_id = any(@credential_ids::bigint[]))
	or e.subject_kind = 'name_change' and e.subject_id in (select n.id from name_changes n where n.department_id = @department_id and n.credential_id = any(@credential_ids::bigint[])));
