-- name: CollectionInsert :one
-- CollectionInsert adds one.
insert into collections (department_id, name, description, public, created_at, updated_at)
values (@department_id, @name, @description, @public, @now::timestamptz, @now::timestamptz) returning *;

-- name: CollectionLock :one
-- CollectionLock reads one and holds it for a change.
select * from collections where department_id = @department_id and id = @id for update;

-- name: CollectionUpdate :one
-- CollectionUpdate writes every field of one that CollectionLock holds.
update collections set name = @name, description = @description, public = @public, updated_at = @now
where department_id = @department_id and id = @id returning *;

-- name: CollectionDelete :one
-- CollectionDelete removes one; its groups stay.
delete from collections where department_id = @department_id and id = @id returning name;

-- name: CollectionList :many
-- CollectionList lists collections; empty filters match all.
select c.* from collections c
where c.department_id = @department_id
	and (not @by_ids::boolean or c.id = any(@ids::uuid[]))
	and c.id <> all(@without::uuid[])
	and (@name::text = '' or strpos(lower(c.name), lower(@name::text)) > 0)
	and (sqlc.narg(public)::boolean is null or c.public = sqlc.narg(public)::boolean)
order by
	case when @sort::text = 'name' then lower(c.name) end,
	case when @sort::text = '-name' then lower(c.name) end desc,
	case when @sort::text = 'public' then c.public end,
	case when @sort::text = '-public' then c.public end desc,
	case when @sort::text = 'groups_count' then (select count(*) from collection_groups g where g.collection_id = c.id) end,
	case when @sort::text = '-groups_count' then (select count(*) from collection_groups g where g.collection_id = c.id) end desc,
	lower(c.name), c.id
limit @max_rows offset @skip;

-- name: CollectionCount :one
-- CollectionCount counts what CollectionList finds.
select count(*) from collections c
where c.department_id = @department_id
	and (not @by_ids::boolean or c.id = any(@ids::uuid[]))
	and c.id <> all(@without::uuid[])
	and (@name::text = '' or strpos(lower(c.name), lower(@name::text)) > 0)
	and (sqlc.narg(public)::boolean is null or c.public = sqlc.narg(public)::boolean);

-- name: CollectionGroups :many
-- CollectionGroups lists the groups of collections.
select collection_id, group_id from collection_groups
where department_id = @department_id and collection_id = any(@ids::uuid[]) order by collection_id, group_id;

-- name: CollectionGroupsClear :exec
-- CollectionGroupsClear takes all groups out of a collection.
delete from collection_groups where department_id = @department_id and collection_id = @collection_id;

-- name: CollectionGroupsInsert :execrows
-- CollectionGroupsInsert puts those of the groups that exist into a collection.
insert into collection_groups (department_id, collection_id, group_id)
select g.department_id, @collection_id::uuid, g.id from groups g where g.department_id = @department_id and g.id = any(@group_ids::bigint[]);
