-- name: KeptPlace :one
-- KeptPlace tells where a document is stored.
select k.pack_id, coalesce(k.pack_start, 0)::integer as pack_start, coalesce(k.pack_size, 0)::integer as pack_size, coalesce(p.common, 0)::integer as common
from kept_documents k left join document_packs p on p.id = k.pack_id where k.name = @name;

-- name: KeptPlaces :many
-- KeptPlaces is KeptPlace for many, of those that are in packs, in the order of the packs.
select k.name, k.pack_id::uuid as pack_id, k.pack_start::integer as pack_start, k.pack_size::integer as pack_size, p.common
from kept_documents k join document_packs p on p.id = k.pack_id
where k.name = any(@names::text[]) order by k.pack_id, k.pack_start;

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
update kept_documents k set pack_id = @pack_id::uuid, pack_start = x.start, pack_size = x.size
from (select unnest(@names::text[]) as name, unnest(@starts::integer[]) as start, unnest(@sizes::integer[]) as size) x
where k.name = x.name and k.pack_id = @before::uuid;

-- name: KeptOfPack :many
-- KeptOfPack locks the documents of a pack that stay.
select k.name, k.pack_start::integer as pack_start, k.pack_size::integer as pack_size, p.common
from kept_documents k join document_packs p on p.id = k.pack_id
where k.pack_id = @pack_id::uuid and k.name <> all(@names::text[]) order by k.name for update of k;

-- name: PackInsert :exec
-- PackInsert notes a pack that is about to be stored.
insert into document_packs (id, department_id, common, created_at) values (@id, @department_id, @common, @now);

-- name: PacksUnused :many
-- PacksUnused locks packs that no document names, some at a time. What is younger may be about to be named.
select p.id, p.common from document_packs p
where p.created_at < @before and not exists (select from kept_documents k where k.pack_id = p.id)
order by p.created_at limit @row_limit for update skip locked;

-- name: PacksDelete :exec
-- PacksDelete forgets packs that are deleted.
delete from document_packs where id = any(@ids::uuid[]);
