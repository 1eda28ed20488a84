-- name: EventsDeleteOld :execrows
-- EventsDeleteOld deletes events that are older than a department keeps them.
delete from analytics_events e where (e.uuid, e.at) in (
	select x.uuid, x.at from analytics_events x where x.department_id = @department_id and x.at < @before::timestamptz limit @row_limit);

-- name: Retentions :many
-- Retentions returns how long departments keep their events.
select department_id, retention_days from analytics_departments order by department_id;

-- name: PartitionsDrop :one
-- PartitionsDrop drops the partitions of the months that ended by a date.
select analytics_drop_partitions(@before::date)::bigint;

-- name: HoursDeleteOld :exec
delete from analytics_hours where department_id = @department_id and hour < @before::timestamptz;

-- name: PageViewsDeleteOld :execrows
delete from page_views where id in (select id from page_views where created_at < @before::timestamptz order by created_at limit @row_limit);

-- name: LinkClicksDeleteOld :execrows
delete from link_clicks where id in (select id from link_clicks where created_at < @before::timestamptz order by created_at limit @row_limit);

-- name: EventsForget :exec
-- EventsForget deletes the events of credentials that are about to be purged, and what happened first to them. Counts stay.
with gone as (
	select id, department_id from credentials where id = any(@credential_ids::bigint[])
), events as (
	delete from analytics_events e using gone where e.department_id = gone.department_id and e.credential_id = gone.id
), inbox as (
	delete from analytics_inbox i using gone where i.department_id = gone.department_id and i.credential_id = gone.id
)
delete from analytics_credentials f using gone where f.credential_id = gone.id;

-- name: RetentionRead :one
-- RetentionRead returns how long a department keeps its events.
select retention_days from analytics_departments where department_id = $1;

-- name: RetentionSet :exec
-- RetentionSet changes how long a department keeps its events.
update analytics_departments set retention_days = @retention_days where department_id = @department_id;
