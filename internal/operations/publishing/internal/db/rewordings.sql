-- name: RewordingInsert :one
-- RewordingInsert begins to reword what a group issued; none where the group is not the department's.
insert into rewordings (department_id, group_id, total_count, created_by, api_key_id, created_at)
select g.department_id, g.id, @total_count::integer, sqlc.narg('created_by')::bigint, sqlc.narg('api_key_id')::bigint, @created_at::timestamptz
from groups g where g.department_id = @department_id and g.id = @group_id
returning *;

-- name: RewordingGroup :one
-- RewordingGroup finds a group of the department.
select id from groups where department_id = @department_id and id = @group_id;

-- name: RewordingLatest :one
-- RewordingLatest reads what was asked for last.
select * from rewordings where department_id = @department_id and group_id = @group_id order by id desc limit 1;

-- name: RewordingLock :one
-- RewordingLock makes others who work on it wait.
select * from rewordings where department_id = @department_id and id = @id for update;

-- name: RewordingAdvance :exec
-- RewordingAdvance adds to the count; what changed meanwhile makes the total larger.
update rewordings set done_count = done_count + @done::integer, total_count = greatest(total_count, done_count + @done::integer)
where department_id = @department_id and id = @id;

-- name: RewordingStop :exec
-- RewordingStop notes why it ends before all is done. What is left stays outdated, so that it can be asked for again.
update rewordings set stop_reason = @reason::text, finished_at = @now::timestamptz where department_id = @department_id and id = @id;

-- name: RewordingFinish :exec
-- RewordingFinish ends it.
update rewordings set finished_at = @now::timestamptz, total_count = done_count where department_id = @department_id and id = @id and finished_at is null;
