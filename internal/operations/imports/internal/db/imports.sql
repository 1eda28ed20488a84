-- name: ImportInsert :one
-- ImportInsert begins an import.
insert into imports (department_id, uuid, object_key, file_name, format, settings, created_by, api_key_id, created_by_name, created_at, expires_at)
values (@department_id, @uuid, @object_key, @file_name, @format, @settings, sqlc.narg('created_by'), sqlc.narg('api_key_id'), @created_by_name, @created_at, @expires_at)
returning *;

-- name: UploadForImport :one
-- UploadForImport finds a file that was sent, by its key.
select file_name, content_type, max_bytes from uploads
where department_id = @department_id and object_key = @object_key and preset = 's3_policy';

-- name: PersonName :one
-- PersonName is what a person is called.
select coalesce(nullif(name, ''), email)::text from users where id = @id;

-- name: ImportRead :one
-- ImportRead reads by uuid.
select * from imports where department_id = @department_id and uuid = @uuid;

-- name: ImportLock :one
-- ImportLock reads an import that nobody else changes until the transaction ends.
select * from imports where department_id = @department_id and id = @id for update;

-- name: ImportList :many
-- ImportList lists the department's imports, newest first.
select * from imports where department_id = @department_id order by id desc limit @row_limit offset @row_offset;

-- name: ImportCount :one
-- ImportCount counts them.
select count(*) from imports where department_id = @department_id;

-- name: ImportSave :exec
-- ImportSave writes what may change of an import.
update imports set state = @state, revision = @revision, problem = sqlc.narg('problem'), size = @size, sheets = @sheets, sheet = @sheet,
	delimiter = @delimiter, encoding = @encoding, header_row = @header_row, columns = @columns, mapping = @mapping, remembered = @remembered,
	settings = @settings, total_rows = @total_rows, good_rows = @good_rows, warning_rows = @warning_rows, error_rows = @error_rows,
	excluded_rows = @excluded_rows, new_recipients = @new_recipients, problem_counts = @problem_counts, notices = @notices,
	created = @created, updated = @updated, skipped = @skipped, failed = @failed, publish = @publish, send_email = @send_email,
	hold_minutes = @hold_minutes, publication_uuid = sqlc.narg('publication_uuid'), consent_name = sqlc.narg('consent_name'),
	consent_at = sqlc.narg('consent_at'), undo = sqlc.narg('undo'), undone_at = sqlc.narg('undone_at'), started_at = sqlc.narg('started_at'),
	finished_at = sqlc.narg('finished_at'), created_by = sqlc.narg('created_by'), api_key_id = sqlc.narg('api_key_id'),
	stop_reason = sqlc.narg('stop_reason'), undone_by = sqlc.narg('undone_by'), undone_by_key = sqlc.narg('undone_by_key'),
	undo_stop_reason = sqlc.narg('undo_stop_reason')
where department_id = @department_id and id = @id;

-- name: ImportDelete :exec
-- ImportDelete forgets an import with its rows.
delete from imports where department_id = @department_id and id = @id;

-- name: ImportsExpired :many
-- ImportsExpired finds imports of all departments that are past their time.
select id, department_id, object_key from imports where expires_at < @now and (state <> 'importing' or stop_reason is not null) order by expires_at limit @row_limit;

-- name: ImportsUnreadable :many
-- ImportsUnreadable lists the files of all departments that could not be read and are still kept, the latest first.
select i.uuid, i.department_id, d.name as department, i.file_name, i.format, i.object_key, i.problem, i.finished_at
from imports i join departments d on d.id = i.department_id
where i.state = 'failed' and i.file_deleted_at is null
order by i.id desc limit @row_limit;

-- name: ImportFilesOld :many
-- ImportFilesOld finds files of all departments that are past their time.
select id, department_id, object_key from imports
where file_deleted_at is null and created_at < @before order by created_at limit @row_limit;

-- name: ImportFileDeleted :exec
-- ImportFileDeleted notes that a file is gone.
update imports set file_deleted_at = @now where department_id = @department_id and id = @id;

-- name: ImportMappingSave :exec
-- ImportMappingSave remembers how a department mapped such files.
insert into import_mappings (department_id, signature, mapping, updated_at) values (@department_id, @signature, @mapping, @now)
on conflict (department_id, signature) do update set mapping = @mapping, updated_at = @now;

-- name: ImportMappingRead :one
-- ImportMappingRead reports how a department mapped such files last.
select mapping from import_mappings where department_id = @department_id and signature = @signature;

-- name: ImportsErase :exec
-- ImportsErase ends imports whose file contains a person, so that file and rows are deleted with the expired ones.
update imports i set expires_at = @before::timestamptz where i.department_id = @department_id and i.id in (
	select r.import_id from import_rows r where r.department_id = @department_id
		and (r.credential_id = any(@credential_ids::bigint[]) or names_address(r.cells::text, @address::text)));
