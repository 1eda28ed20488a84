-- name: StatusEntriesRead :many
-- StatusEntriesRead reads the status entries of the present versions of credentials.
select credential_id::bigint as credential_id, number, position from status_entries
where department_id = @department_id and credential_id = any(@credential_ids::bigint[]) and superseded_at is null;

-- name: StatusEntriesInsert :many
-- StatusEntriesInsert gives each credential its place, unless it is taken. Two that insert wait for each other in the order of places.
insert into status_entries (department_id, number, position, credential_id)
select @department_id, @number, wanted.position, wanted.credential_id
from (select unnest(@credential_ids::bigint[]) as credential_id, unnest(@positions::int[]) as position) wanted
order by wanted.position
on conflict do nothing
returning credential_id::bigint as credential_id, position;

-- name: StatusListNewest :one
-- StatusListNewest finds the pair of lists that a department fills, 0 before the first.
select coalesce(max(number), 0)::int from status_lists where department_id = $1;

-- name: StatusListInsert :exec
-- StatusListInsert begins a pair of lists, unless another process was first.
insert into status_lists (department_id, number) values ($1, $2) on conflict do nothing;

-- name: StatusListRead :one
-- StatusListRead reads a pair of lists as it was signed last.
select version, signed_version, valid_until, revocation, suspension from status_lists where department_id = $1 and number = $2;

-- name: StatusListLock :one
-- StatusListLock waits for whoever changes or signs the lists, and makes others wait.
select version, signed_version, valid_until, revocation, suspension from status_lists where department_id = $1 and number = $2 for no key update;

-- name: StatusListBits :many
-- StatusListBits lists the positions whose bits are set: of credentials that do not hold at present, of versions that a correction
-- superseded, and of credentials whose data were purged, which were deleted before.
select status_list_bits(@department_id, @number)::integer as position;

-- name: StatusListSetSigned :exec
-- StatusListSetSigned keeps both lists as signed at a version.
update status_lists set signed_version = @signed_version, valid_until = @valid_until::timestamptz, revocation = @revocation, suspension = @suspension
where department_id = @department_id and number = @number;

-- name: StatusListsMoveOn :exec
-- StatusListsMoveOn makes every list of a department be signed again when it is next requested.
update status_lists set version = version + 1 where department_id = $1;
