-- name: KeptPlace :one
-- KeptPlace tells where a document is stored.
select pack_id, coalesce(pack_start, 0)::integer as pack_start, coalesce(pack_size, 0)::integer as pack_size from kept_documents where name = @name;

-- name: KeptPlaces :many
-- KeptPlaces is KeptPlace for many, of those that are in packs, in the order of the packs.
select name, pack_id::uuid as pack_id, pack_start::integer as pack_start, pack_size::integer as pack_size from kept_documents
where name = any(@names::text[]) and pack_id is not null order by pack_id, pack_start;

-- name: KeptLose :exec
-- KeptLose notes that a pack is not there.
update kept_documents set pack_id = null, pack_start = null, pack_size = null where pack_id = @pack_id::uuid;

-- name: KeptPack :many
-- KeptPack notes which documents are in a pack, unless they are in another one already.
update kept_documents k set pack_id = @pack_id::uuid, pack_start = x.start, pack_size = x.size
from (select unnest(@names::text[]) as name, unnest(@starts::integer[]) as start, unnest(@sizes::integer[]) as size) x
where k.name = x.name and k.pack_id is null
returning k.name;

-- name: KeptRepack :exec
-- KeptRepack notes that the documents of a pack are in another one.
update kept_documents k set pack_id = @pack_id::uuid, pack_start = x.start
from (select unnest(@names::text[]) as name, unnest(@starts::integer[]) as start) x
where k.name = x.name and k.pack_id = @before::uuid;

-- name: KeptOfPack :many
-- KeptOfPack locks the documents of a pack that stay.
select name, pack_start::integer as pack_start, pack_size::integer as pack_size from kept_documents
where pack_id = @pack_id::uuid and name <> all(@names::text[]) order by name for update;

-- name: PackInsert :exec
-- PackInsert notes a pack that is about to be stored.
insert into document_packs (id, department_id, created_at) values (@id, @department_id, @now);

-- name: PacksUnused :many
-- PacksUnused locks packs that no document names, some at a time. What is younger may be about to be named.
select p.id from document_packs p
where p.created_at < @before and not exists (select from kept_documents k where k.pack_id = p.id)
order by p.created_at limit @row_limit for update skip locked;

-- name: PacksDelete :exec
-- PacksDelete forgets packs that are deleted.
delete from document_packs where id = any(@ids::uuid[]);
