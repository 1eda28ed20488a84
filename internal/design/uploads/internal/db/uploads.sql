-- name: UploadInsert :exec
-- UploadInsert notes a file that a browser may send.
insert into uploads (department_id, preset, object_key, content_type, file_name, max_bytes, created_by, created_at)
values (@department_id, @preset, @object_key, @content_type, @file_name, @max_bytes, @created_by, @created_at);

-- name: UploadByKey :one
-- UploadByKey finds a file by where it was sent or where its checked copy lies.
select * from uploads where department_id = @department_id and (object_key = @key::text or public_key = @key::text);

-- name: UploadSettle :one
-- UploadSettle keeps what checking a file found, unless another already did.
update uploads set state = @state, public_key = @public_key, bytes = @bytes, served_as = @served_as, width = @width, height = @height, checked_at = @now
where department_id = @department_id and id = @id and state = 'pending'
returning *;

-- name: UploadStale :many
-- UploadStale finds pictures and evidence that nobody used and fonts that were looked at, of all departments.
select id, department_id, object_key from uploads
where state = 'pending' and (content_type like 'image/%' or preset in ('fonts', 'evidence')) and created_at < @before
order by created_at limit @max_rows;

-- name: UploadDelete :exec
-- UploadDelete forgets a file that never came.
delete from uploads where department_id = @department_id and id = @id and state = 'pending';

-- name: UploadForget :one
-- UploadForget forgets a file that was looked at.
delete from uploads where department_id = @department_id and id = @id and state = 'ready' returning object_key, public_key;

-- name: UploadUnfinalized :many
-- UploadUnfinalized finds checked uploads, of all departments, whose raw file may have been sent again after the check.
select id, department_id, object_key, public_key, served_as, preset, state from uploads
where state <> 'pending' and finalized_at is null and created_at < @before
order by created_at limit @max_rows;

-- name: UploadFinalize :exec
-- UploadFinalize notes that nobody can change the raw file any more.
update uploads set finalized_at = @now where department_id = @department_id and id = @id and finalized_at is null;

-- name: UploadsCheckUse :exec
-- UploadsCheckUse notes when to look whether anything shows checked pictures.
update uploads set check_use_at = @at::timestamptz where id = any(@ids::bigint[]) and state = 'ready';
