-- name: OperationInsert :one
-- OperationInsert adds an operation that waits.
insert into operations (department_id, uuid, kind, params, subject_id, undo_of, input_count, created_by, api_key_id, groups, created_at,
	undo_until, test)
values (@department_id, @uuid, @kind, @params, sqlc.narg('subject_id'), sqlc.narg('undo_of'), @input_count, sqlc.narg('created_by'), sqlc.narg('api_key_id'),
	@starter_groups, @created_at, sqlc.narg('undo_until'), @test)
returning id;

-- name: OperationRead :one
-- OperationRead reads by uuid, with the name of the starter, the operation that it undoes and the one that undid it.
select sqlc.embed(a), coalesce(nullif(u.name, ''), u.email, k.name, '')::text as by_name, o.uuid as undo_of_uuid, n.uuid as undone_by_uuid,
	n.stop_reason as undo_stop_reason
from operations a
left join users u on u.id = a.created_by
left join api_keys k on k.department_id = a.department_id and k.id = a.api_key_id
left join operations o on o.department_id = a.department_id and o.id = a.undo_of
left join operations n on n.department_id = a.department_id and n.undo_of = a.id
where a.department_id = @department_id and a.uuid = @uuid;

-- name: OperationList :many
-- OperationList lists operations, newest first. Those of private kinds are listed for their starter only.
select sqlc.embed(a), coalesce(nullif(u.name, ''), u.email, k.name, '')::text as by_name, o.uuid as undo_of_uuid, n.uuid as undone_by_uuid,
	n.stop_reason as undo_stop_reason
from operations a
left join users u on u.id = a.created_by
left join api_keys k on k.department_id = a.department_id and k.id = a.api_key_id
left join operations o on o.department_id = a.department_id and o.id = a.undo_of
left join operations n on n.department_id = a.department_id and n.undo_of = a.id
where a.department_id = @department_id and a.kind = any(@kinds::text[]) and (not @open::boolean or a.finished_at is null)
	and (@state::text = '' or @state = case when a.cancelled_at is not null then 'cancelled' when a.stop_reason = 'action.failed' then 'failed'
		when a.stop_reason is not null then 'stopped'
		when a.finished_at is not null then 'finished' when a.started_at is null then 'waiting' else 'running' end)
	and (not @own::boolean and a.kind <> all(@private_kinds::text[])
		or a.created_by is not distinct from sqlc.narg('user_id')::bigint and a.api_key_id is not distinct from sqlc.narg('api_key_id')::bigint)
order by a.id desc limit @row_limit offset @row_offset;

-- name: OperationCount :one
-- OperationCount counts what OperationList lists.
select count(*) from operations a
where a.department_id = @department_id and a.kind = any(@kinds::text[]) and (not @open::boolean or a.finished_at is null)
	and (@state::text = '' or @state = case when a.cancelled_at is not null then 'cancelled' when a.stop_reason = 'action.failed' then 'failed'
		when a.stop_reason is not null then 'stopped'
		when a.finished_at is not null then 'finished' when a.started_at is null then 'waiting' else 'running' end)
	and (not @own::boolean and a.kind <> all(@private_kinds::text[])
		or a.created_by is not distinct from sqlc.narg('user_id')::bigint and a.api_key_id is not distinct from sqlc.narg('api_key_id')::bigint);

-- name: OperationLock :one
-- OperationLock reads by uuid and makes others who change the operation wait.
select * from operations where department_id = @department_id and uuid = @uuid for no key update;

-- name: OperationByID :one
-- OperationByID reads the operation of a job and makes others who change it wait.
select * from operations where department_id = @department_id and id = @id for no key update;

-- name: OperationUndo :one
-- OperationUndo reads and locks the operation that undoes another one.
select * from operations where department_id = @department_id and undo_of = @id for no key update;

-- name: OperationQueue :exec
-- OperationQueue makes other operations of the department wait to begin until the transaction ends.
select pg_advisory_xact_lock(hashtext('operations'), @lock_key::integer);

-- name: OperationBegin :execrows
-- OperationBegin begins a waiting operation, unless as many of its department are running as may. Nothing waits to be undone.
update operations o set started_at = @now::timestamptz, started_count = o.done_count + o.unchanged_count + o.refused_count
where o.department_id = @department_id and o.id = @id and (o.undo_of is not null or @row_limit::integer > (
	select count(*) from operations r
	where r.department_id = @department_id and r.finished_at is null and r.started_at is not null and r.undo_of is null and r.kind = any(@kinds::text[])));

-- name: OperationAdvance :exec
-- OperationAdvance adds to the counts. Where more items are found than were expected, there are more in all.
update operations o set position = @position, done_count = o.done_count + x.done, unchanged_count = o.unchanged_count + x.unchanged, refused_count = o.refused_count + x.refused,
	input_count = greatest(o.input_count, o.done_count + o.unchanged_count + o.refused_count + x.done + x.unchanged + x.refused)
from (select @done::integer as done, @unchanged::integer as unchanged, @refused::integer as refused) x
where o.department_id = @department_id and o.id = @id;

-- name: OperationEnd :exec
-- OperationEnd ends an operation: it is finished, cancelled, or stopped for a reason and can be resumed. Where it is settled, there were
-- as many items as were processed.
update operations set finished_at = @now::timestamptz, cancelled_at = sqlc.narg('cancelled_at'), stop_reason = sqlc.narg('stop_reason'), expires_at = @expires_at,
	undo_until = sqlc.narg('undo_until'),
	input_count = case when @settled::boolean then done_count + unchanged_count + refused_count else input_count end
where department_id = @department_id and id = @id and finished_at is null;

-- name: OperationResume :exec
-- OperationResume lets another starter continue a stopped operation.
update operations set stop_reason = null, finished_at = null, started_at = null, expires_at = null, created_by = sqlc.narg('created_by'),
	api_key_id = sqlc.narg('api_key_id'), groups = @starter_groups
where department_id = @department_id and id = @id;

-- name: OperationDeleteExpired :execrows
-- OperationDeleteExpired deletes operations at the end of their retention.
delete from operations where id in (select o.id from operations o where o.expires_at <= @now::timestamptz limit 1000);

-- name: OperationSetUndoUntil :exec
-- OperationSetUndoUntil changes until when an operation can be undone.
update operations set undo_until = @undo_until where department_id = @department_id and uuid = @uuid;

-- name: OperationDeleteUndo :exec
-- OperationDeleteUndo deletes the operation that undoes another one.
delete from operations n where n.department_id = @department_id and n.undo_of = (
	select o.id from operations o where o.department_id = @department_id and o.uuid = @uuid);

-- name: OperationLatest :one
-- OperationLatest reads the latest operation of a kind on a subject.
select * from operations where department_id = @department_id and subject_id = @subject_id and kind = @kind order by id desc limit 1;

-- name: OperationAdopt :exec
-- OperationAdopt adds an operation that the previous release started, or resumes it where that release has resumed it.
insert into operations (department_id, uuid, kind, params, subject_id, undo_of, input_count, done_count, refused_count, created_by, api_key_id, created_at,
	finished_at, stop_reason, undo_until, test)
values (@department_id, @uuid, @kind, @params, @subject_id, (select u.id from operations u where u.department_id = @department_id and u.uuid = sqlc.narg('undo_of')),
	@input_count, @done_count, @refused_count, sqlc.narg('created_by'), sqlc.narg('api_key_id'), @created_at, sqlc.narg('finished_at'), sqlc.narg('stop_reason'),
	sqlc.narg('undo_until'), @test)
on conflict (uuid) do update set finished_at = excluded.finished_at, stop_reason = excluded.stop_reason, created_by = excluded.created_by,
	api_key_id = excluded.api_key_id
where operations.stop_reason is not null and excluded.stop_reason is null;

-- name: OperationDelete :exec
-- OperationDelete deletes an operation whose result was deleted. Its job ends.
delete from operations where department_id = @department_id and uuid = @uuid;
