-- name: ProcessBeat :exec
-- ProcessBeat records that a process runs and which queues it works.
insert into processes (id, host, version, queues) values (@id, @host, @version, @queues::text[])
on conflict (id) do update set seen_at = now(), queues = excluded.queues;

-- name: ProcessDelete :exec
-- ProcessDelete removes a process that stops.
delete from processes where id = @id;

-- name: ProcessDeleteStale :exec
-- ProcessDeleteStale removes processes that have not been seen for a day.
delete from processes where seen_at < now() - interval '1 day';

-- name: ProcessList :many
-- ProcessList lists the processes that were seen within some seconds.
select id, host, version, queues, started_at, seen_at from processes
where seen_at > now() - make_interval(secs => @within_seconds::double precision) order by started_at, id;
