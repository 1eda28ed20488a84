-- name: ActionInsert :one
-- ActionInsert begins an action.
insert into bulk_actions (department_id, uuid, kind, params, undo_of, input_count, created_by, api_key_id, created_at)
values (@department_id, @uuid, @kind, @params, sqlc.narg('undo_of'), @input_count, sqlc.narg('created_by'), sqlc.narg('api_key_id'), @created_at)
returning id;

-- name: ActionRead :one
-- ActionRead reads by uuid, with who began it and what it undoes or was undone by.
select sqlc.embed(a), coalesce(nullif(u.name, ''), u.email, k.name, '')::text as by_name, o.uuid as undo_of_uuid, n.uuid as undone_by_uuid
from bulk_actions a
left join users u on u.id = a.created_by
left join api_keys k on k.department_id = a.department_id and k.id = a.api_key_id
left join bulk_actions o on o.department_id = a.department_id and o.id = a.undo_of
left join bulk_actions n on n.department_id = a.department_id and n.undo_of = a.id
where a.department_id = @department_id and a.uuid = @uuid;

-- name: ActionList :many
-- ActionList lists actions, newest first.
select sqlc.embed(a), coalesce(nullif(u.name, ''), u.email, k.name, '')::text as by_name, o.uuid as undo_of_uuid, n.uuid as undone_by_uuid
from bulk_actions a
left join users u on u.id = a.created_by
left join api_keys k on k.department_id = a.department_id and k.id = a.api_key_id
left join bulk_actions o on o.department_id = a.department_id and o.id = a.undo_of
left join bulk_actions n on n.department_id = a.department_id and n.undo_of = a.id
where a.department_id = @department_id
order by a.id desc limit @row_limit offset @row_offset;

-- name: ActionCount :one
-- ActionCount counts actions.
select count(*) from bulk_actions where department_id = @department_id;

-- name: ActionLock :one
-- ActionLock reads by uuid and makes others who change the action wait.
select * from bulk_actions where department_id = @department_id and uuid = @uuid for no key update;

-- name: ActionByID :one
-- ActionByID reads what its job works on, and makes others wait.
select * from bulk_actions where department_id = @department_id and id = @id for no key update;

-- name: ActionAdvance :exec
-- ActionAdvance adds to the counts.
update bulk_actions set done_count = done_count + @done, unchanged_count = unchanged_count + @unchanged, refused_count = refused_count + @refused
where department_id = @department_id and id = @id;

-- name: ActionFinish :exec
-- ActionFinish ends an action.
update bulk_actions set finished_at = @now::timestamptz where department_id = @department_id and id = @id and finished_at is null;

-- name: ActionCancel :exec
-- ActionCancel ends an action before all is done.
update bulk_actions set cancelled_at = @now::timestamptz, finished_at = @now::timestamptz where department_id = @department_id and id = @id;

-- name: ActionStop :exec
-- ActionStop ends an action before all is done, with the reason. What is open stays open, so that it can be resumed.
update bulk_actions set stop_reason = @reason::text, finished_at = @now::timestamptz where department_id = @department_id and id = @id;

-- name: ActionResume :exec
-- ActionResume has somebody else go on with a stopped action.
update bulk_actions set stop_reason = null, finished_at = null, created_by = sqlc.narg('created_by'), api_key_id = sqlc.narg('api_key_id')
where department_id = @department_id and id = @id;

-- name: ActionUndone :one
-- ActionUndone reports whether an action was undone.
select exists (select 1 from bulk_actions where department_id = @department_id and undo_of = @id);
