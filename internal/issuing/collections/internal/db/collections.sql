-- name: CollectionInsert :one
-- CollectionInsert adds one.
insert into collections (department_id, name, description, public, created_at, updated_at)
values (@department_id, @name, @description, @public, @now::timestamptz, @now::timestamptz) returning *;

-- name: CollectionLock :one
-- CollectionLock reads one and holds it for a change.
select * from collections where department_id = @department_id and id = @id for update;

-- name: CollectionsLock :exec
-- CollectionsLock locks collections in the order of their IDs, so that concurrent additions respect the limit of groups.
select id from collections where department_id = @department_id and id = any(@ids::uuid[]) order by id for no key update;

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
	and (@name::text = '' or strpos(folded(c.name), folded(@name::text)) > 0)
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
	and (@name::text = '' or strpos(folded(c.name), folded(@name::text)) > 0)
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

-- name: GroupCollections :many
-- GroupCollections lists the collections that groups are in.
select group_id, collection_id from collection_groups
where department_id = @department_id and group_id = any(@group_ids::bigint[]) order by group_id, collection_id;

-- name: CollectionGroupsWithin :many
-- CollectionGroupsWithin lists the groups that are in one of the collections.
select distinct group_id from collection_groups where department_id = @department_id and collection_id = any(@ids::uuid[]) order by group_id;

-- name: GroupCollectionsClear :exec
-- GroupCollectionsClear takes a group out of all collections but these.
delete from collection_groups where department_id = @department_id and group_id = @group_id and collection_id <> all(@ids::uuid[]);

-- name: GroupCollectionsInsert :execrows
-- GroupCollectionsInsert puts a group into those of the collections that exist and counts them.
insert into collection_groups (department_id, collection_id, group_id)
select c.department_id, c.id, @group_id::bigint from collections c where c.department_id = @department_id and c.id = any(@ids::uuid[])
on conflict (collection_id, group_id) do update set group_id = excluded.group_id;

-- name: CollectionsFullest :one
-- CollectionsFullest counts the groups of the fullest of some collections.
select coalesce(max(n), 0)::bigint from (
	select count(*) as n from collection_groups where department_id = @department_id and collection_id = any(@ids::uuid[]) group by collection_id) counted;

-- name: PublicGroupList :many
-- PublicGroupList lists active groups of public collections in any department; empty filters match all.
select g.id from groups g join departments d on d.id = g.department_id and d.deleted_at is null
where g.state = 'active'
	and exists (select from collection_groups i join collections c on c.department_id = i.department_id and c.id = i.collection_id
		where i.department_id = g.department_id and i.group_id = g.id and c.public)
	and (@course_name::text = '' or strpos(folded(g.course_name), folded(@course_name::text)) > 0)
	and (@issuer_id::bigint = 0 or g.department_id = @issuer_id::bigint)
	and (@language::text = '' or g.language = @language::text)
order by lower(g.course_name), g.id limit @max_rows;
