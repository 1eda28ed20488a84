-- name: DataExportInsert :one
-- DataExportInsert begins an export.
insert into data_exports (department_id, uuid, entity, format, filter, column_names, total_count, created_by, api_key_id, created_at, expires_at, private_keys)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id;

-- name: DataExportRead :one
-- DataExportRead reads what one asker asked for.
select * from data_exports
where department_id = @department_id and id = @id and expires_at > @now
	and created_by is not distinct from sqlc.narg('created_by')::bigint and api_key_id is not distinct from sqlc.narg('api_key_id')::bigint;

-- name: DataExportList :many
-- DataExportList lists what one asker asked for, newest first.
select * from data_exports
where department_id = @department_id and expires_at > @now
	and created_by is not distinct from sqlc.narg('created_by')::bigint and api_key_id is not distinct from sqlc.narg('api_key_id')::bigint
order by id desc limit @row_limit offset @row_offset;

-- name: DataExportCount :one
-- DataExportCount counts what DataExportList lists.
select count(*) from data_exports
where department_id = @department_id and expires_at > @now
	and created_by is not distinct from sqlc.narg('created_by')::bigint and api_key_id is not distinct from sqlc.narg('api_key_id')::bigint;

-- name: DataExportLock :one
-- DataExportLock takes the export that its job works on; another run of the job waits.
select * from data_exports where department_id = $1 and id = $2 for update;

-- name: DataExportAdvance :exec
-- DataExportAdvance notes a piece that is in the file store.
update data_exports set state = 'processing', piece_count = piece_count + 1, row_count = row_count + @row_count, last_id = @last_id
where department_id = @department_id and id = @id;

-- name: DataExportFinish :exec
-- DataExportFinish ends an export.
update data_exports set state = @state, finished_at = @now where department_id = @department_id and id = @id and finished_at is null;

-- name: DataExportResume :exec
-- DataExportResume continues an export that has ended without being complete.
update data_exports set state = @state, finished_at = null where department_id = @department_id and id = @id and state = 'errored';

-- name: DataExportDelete :execrows
-- DataExportDelete forgets an export.
delete from data_exports where department_id = $1 and id = $2;

-- name: DataExportExpired :many
-- DataExportExpired names exports that nobody can fetch any more.
select department_id, id, uuid, piece_count from data_exports where expires_at <= @now order by id limit 100;

-- name: DataExportAsker :one
-- DataExportAsker returns the address of who asked, if they are still a member.
select u.email, u.name, u.language from users u join memberships m on m.user_id = u.id
where m.department_id = @department_id and u.id = @user_id;

-- name: DataExportsErase :exec
-- DataExportsErase ends exports that may contain a person, so that their files are deleted with the expired ones.
update data_exports set expires_at = @now::timestamptz
where department_id = @department_id and entity in ('credentials', 'credential_analytics', 'outcomes', 'mails', 'audit', 'publications') and expires_at > @now::timestamptz;
