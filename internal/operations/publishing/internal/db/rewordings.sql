-- name: RewordingGroup :one
-- RewordingGroup finds a group of the department.
select id from groups where department_id = @department_id and id = @group_id;

-- name: RewordingLock :one
-- RewordingLock makes others who work on it wait.
select * from rewordings where department_id = @department_id and id = @id for update;

-- name: RewordingFinish :exec
-- RewordingFinish ends it.
update rewordings set finished_at = @now::timestamptz, total_count = done_count where department_id = @department_id and id = @id and finished_at is null;
