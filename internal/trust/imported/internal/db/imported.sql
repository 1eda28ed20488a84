-- name: ImportedLock :exec
-- ImportedLock makes imports of a person wait for each other, so that their number keeps its limit.
select pg_advisory_xact_lock(hashtextextended('imported_credentials', @recipient_id::bigint));

-- name: ImportedCount :one
-- ImportedCount counts a person's imported credentials.
select count(*) from imported_credentials where recipient_id = @recipient_id and removed_at is null;

-- name: ImportedByDigest :one
-- ImportedByDigest finds the earlier import of a credential, also a removed one.
select * from imported_credentials where recipient_id = @recipient_id and digest = @digest;

-- name: ImportedInsert :one
-- ImportedInsert writes an imported credential.
insert into imported_credentials (uuid, recipient_id, source, source_url, digest, file_key, file_name, media_type, size, picture_key, title, description,
	credential_id, standard, issuer_id, issuer_name, issuer_url, issued_at, expires_at, skills, status, status_since, recipient_match, report, checked_at,
	failures, next_check_at, created_at, updated_at)
values (@uuid, @recipient_id, @source, @source_url, @digest, @file_key, @file_name, @media_type, @size, @picture_key, @title, @description,
	@credential_id, @standard, @issuer_id, @issuer_name, @issuer_url, sqlc.narg(issued_at), sqlc.narg(expires_at), @skills, @status, @now, @recipient_match,
	@report, @now, 0, sqlc.narg(next_check_at), @now, @now)
returning *;

-- name: ImportedReplace :one
-- ImportedReplace writes an import of a credential over its earlier one.
update imported_credentials set source = @source, source_url = @source_url, file_key = @file_key, file_name = @file_name, media_type = @media_type,
	size = @size, picture_key = @picture_key, title = @title, description = @description, credential_id = @credential_id, standard = @standard,
	issuer_id = @issuer_id, issuer_name = @issuer_name, issuer_url = @issuer_url, issued_at = sqlc.narg(issued_at), expires_at = sqlc.narg(expires_at),
	skills = @skills, status_since = case when status = @status then status_since else @now end, status = @status, recipient_match = @recipient_match,
	report = @report, checked_at = @now, attempt = null, unreachable_since = null, failures = 0, next_check_at = sqlc.narg(next_check_at), updated_at = @now
where id = @id returning *;

-- name: ImportedVerified :one
-- ImportedVerified writes what a verification said. What the credential itself says stays as it was while that is not proven.
update imported_credentials set status_since = case when status = @status then status_since else @now end, status = @status,
	title = @title, description = @description, issuer_name = @issuer_name, issuer_url = @issuer_url,
	issued_at = sqlc.narg(issued_at), expires_at = sqlc.narg(expires_at), skills = @skills,
	recipient_match = case when @recipient_match::text = '' then recipient_match else @recipient_match end,
	report = @report, checked_at = @now, attempt = null, unreachable_since = null, failures = 0, next_check_at = @next_check_at, updated_at = @now
where id = @id and file_key = @file_key returning *;

-- name: ImportedUnreachable :one
-- ImportedUnreachable writes that a verification could not be completed. The last result stays.
update imported_credentials set attempt = @attempt, unreachable_since = coalesce(unreachable_since, @now), failures = failures + 1,
	next_check_at = @next_check_at, updated_at = @now
where id = @id and file_key = @file_key returning *;

-- name: ImportedRead :one
-- ImportedRead reads an imported credential of a person.
select * from imported_credentials where uuid = @uuid and recipient_id = @recipient_id and removed_at is null;

-- name: ImportedOf :many
-- ImportedOf lists those of some imported credentials that a person has.
select * from imported_credentials where recipient_id = @recipient_id and uuid = any(@uuids::uuid[]) and removed_at is null;

-- name: ImportedList :many
-- ImportedList lists a person's imported credentials, newest first.
select * from imported_credentials where recipient_id = @recipient_id and removed_at is null order by id desc limit @most offset @skip;

-- name: ImportedRemove :execrows
-- ImportedRemove removes an imported credential of a person. It is deleted later.
update imported_credentials set removed_at = @now where uuid = @uuid and recipient_id = @recipient_id and removed_at is null;

-- name: ImportedRestore :one
-- ImportedRestore brings a removed one back.
update imported_credentials set removed_at = null where uuid = @uuid and recipient_id = @recipient_id and removed_at is not null returning *;

-- name: ImportedPurge :exec
-- ImportedPurge deletes what was removed before a time. Its files are deleted later.
delete from imported_credentials where removed_at < @before::timestamptz;

-- name: ImportedPurgeOf :exec
-- ImportedPurgeOf deletes what some people removed.
delete from imported_credentials where recipient_id = any(@recipient_ids::bigint[]) and removed_at is not null;

-- name: ImportedClaim :many
-- ImportedClaim returns credentials whose verification is due, and puts it off so that no other process does the same.
with due as (
	select d.id from imported_credentials d where d.next_check_at <= @now and d.removed_at is null order by d.next_check_at limit @most for update skip locked
), claimed as (
	update imported_credentials i set next_check_at = @until from due where i.id = due.id returning i.id
)
select sqlc.embed(c), (select array_agg(r.email)::text[] from recipients r where r.id = c.recipient_id or r.person_id = c.recipient_id) as emails
from claimed join imported_credentials c on c.id = claimed.id;

-- name: ImportedFilesAdd :exec
-- ImportedFilesAdd lists files before they are stored.
insert into imported_files (key, created_at) select unnest(@keys::text[]), @now;

-- name: ImportedFilesUse :exec
-- ImportedFilesUse makes files those of an imported credential, and lets go of its earlier ones.
update imported_files set imported_id = case when key = any(@keys::text[]) then @imported_id::bigint end
where key = any(@keys::text[]) or imported_id = @imported_id;

-- name: ImportedFilesUnused :many
-- ImportedFilesUnused lists files that no credential has.
select key from imported_files where imported_id is null and created_at < @before order by created_at limit @most;

-- name: ImportedFilesForget :exec
-- ImportedFilesForget deletes the entries of files that were deleted.
delete from imported_files where key = any(@keys::text[]) and imported_id is null;

-- name: ImportedTwins :many
-- ImportedTwins lists those imports of a person that another person has too, each with theirs.
select i.uuid, t.uuid as twin from imported_credentials i join imported_credentials t on t.recipient_id = @recipient_id and t.digest = i.digest
where i.recipient_id = @former_id;

-- name: ImportedDeleteTwins :exec
-- ImportedDeleteTwins deletes those imports of a person that another person has too.
delete from imported_credentials i where i.recipient_id = @former_id
	and exists (select from imported_credentials t where t.recipient_id = @recipient_id and t.digest = i.digest);

-- name: ImportedMove :exec
-- ImportedMove gives the imports of a person to another, or to their new primary row.
update imported_credentials set recipient_id = @recipient_id where recipient_id = @former_id;

-- name: ImportedCompareAgain :exec
-- ImportedCompareAgain makes the verification of imports due that were for none of a person's addresses: they have a new one.
update imported_credentials set next_check_at = created_at where recipient_id = @recipient_id and recipient_match = 'no_match' and next_check_at is not null;
