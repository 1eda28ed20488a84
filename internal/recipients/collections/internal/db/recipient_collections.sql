-- name: RecipientCollectionInsert :one
-- RecipientCollectionInsert writes a collection, unless the person has the most that anyone may have.
insert into recipient_collections (uuid, recipient_id, name, description, visibility, token, expires_at, created_at, updated_at)
select @uuid, @recipient_id, @name, @description, @visibility, @token, sqlc.narg(expires_at), @now, @now
where (select count(*) from recipient_collections c where c.recipient_id = @recipient_id) < @most::bigint
returning *;

-- name: RecipientCollectionUpdate :one
-- RecipientCollectionUpdate changes what a person says of a collection.
update recipient_collections set name = @name, description = @description, visibility = @visibility, expires_at = sqlc.narg(expires_at), updated_at = @now
where id = @id returning *;

-- name: RecipientCollectionRenew :one
-- RecipientCollectionRenew replaces the token of a collection's link.
update recipient_collections set token = @token, updated_at = @now where uuid = @uuid and recipient_id = @recipient_id returning *;

-- name: RecipientCollectionDelete :execrows
-- RecipientCollectionDelete deletes a collection; the credentials stay.
delete from recipient_collections where uuid = @uuid and recipient_id = @recipient_id;

-- name: RecipientCollectionRead :one
-- RecipientCollectionRead reads a collection of a person.
select * from recipient_collections where uuid = @uuid and recipient_id = @recipient_id;

-- name: RecipientCollectionLock :one
-- RecipientCollectionLock reads a collection of a person to change it.
select * from recipient_collections where uuid = @uuid and recipient_id = @recipient_id for update;

-- name: RecipientCollectionShared :one
-- RecipientCollectionShared finds the collection of a link, and whose it is.
select sqlc.embed(c), r.name as owner, r.locale as language,
	(select array_agg(a.email)::text[] from recipients a where a.id = r.id or a.person_id = r.id) as emails
from recipient_collections c join recipients r on r.id = c.recipient_id where c.token = @token;

-- name: RecipientCollectionList :many
-- RecipientCollectionList lists a person's collections, with how much each has and the first three of it.
select sqlc.embed(c), held.count, held.first::uuid[] as first, held.imported::boolean[] as imported
from recipient_collections c, lateral (
	select count(*) as count, coalesce((array_agg(i.uuid order by i.position))[1:3], '{}') as first,
		coalesce((array_agg(i.imported order by i.position))[1:3], '{}') as imported
	from (
		select o.uuid, false as imported, t.position from recipient_collection_items t join credentials o on o.id = t.credential_id
		where t.collection_id = c.id and o.recipient_address = any(@emails::text[]) and o.state not in ('draft', 'scheduled', 'deleted') and not o.test
		union all
		select t.imported_uuid, true, t.position from recipient_collection_imports t where t.collection_id = c.id and not t.hidden
	) i
) held
where c.recipient_id = @recipient_id order by lower(c.name), c.id;

-- name: RecipientCollectionListed :many
-- RecipientCollectionListed lists the collections that are on a person's profile.
select * from recipient_collections c where c.recipient_id = @recipient_id and c.visibility = 'public' and (c.expires_at is null or c.expires_at > @now::timestamptz)
order by lower(c.name), c.id;

-- name: RecipientCollectionItemList :many
-- RecipientCollectionItemList lists what a collection has, in its order.
select c.uuid, false as imported, i.note, i.position from recipient_collection_items i join credentials c on c.id = i.credential_id
where i.collection_id = @collection_id
union all
select i.imported_uuid, true, i.note, i.position from recipient_collection_imports i where i.collection_id = @collection_id and not i.hidden
order by position, uuid;

-- name: RecipientCollectionItemsDelete :exec
-- RecipientCollectionItemsDelete takes the credentials out of a collection.
delete from recipient_collection_items where collection_id = @collection_id;

-- name: RecipientCollectionImportsDelete :exec
-- RecipientCollectionImportsDelete takes the imported credentials out of a collection.
delete from recipient_collection_imports where collection_id = @collection_id and not hidden;

-- name: RecipientCollectionLast :one
-- RecipientCollectionLast returns the last place that is taken in a collection.
select greatest(
	(select coalesce(max(i.position), 0) from recipient_collection_items i where i.collection_id = @collection_id),
	(select coalesce(max(m.position), 0) from recipient_collection_imports m where m.collection_id = @collection_id)
)::integer;

-- name: RecipientCollectionItemsInsert :exec
-- RecipientCollectionItemsInsert adds credentials to a collection. Those that it has stay where they are.
insert into recipient_collection_items (collection_id, credential_id, position, note)
select @collection_id, c.id, (@positions::integer[])[t.place], (@notes::text[])[t.place]
from unnest(@uuids::uuid[]) with ordinality as t (uuid, place) join credentials c on c.uuid = t.uuid
on conflict (collection_id, credential_id) do nothing;

-- name: RecipientCollectionImportsInsert :exec
-- RecipientCollectionImportsInsert adds imported credentials to a collection. Those that it has stay where they are.
insert into recipient_collection_imports (collection_id, imported_uuid, position, note)
select @collection_id, t.uuid, (@positions::integer[])[t.place], (@notes::text[])[t.place]
from unnest(@uuids::uuid[]) with ordinality as t (uuid, place)
on conflict (collection_id, imported_uuid) do nothing;

-- name: RecipientCollectionImportHide :exec
-- RecipientCollectionImportHide hides an import in the collections that have it, or shows it again.
update recipient_collection_imports set hidden = @hidden where imported_uuid = @imported_uuid;

-- name: RecipientCollectionImportReplace :exec
-- RecipientCollectionImportReplace puts another import of the same credential in the place of one.
update recipient_collection_imports i set imported_uuid = @imported_uuid where i.imported_uuid = @former_uuid and not exists (
	select from recipient_collection_imports o where o.collection_id = i.collection_id and o.imported_uuid = @imported_uuid
);

-- name: RecipientCollectionItemCount :one
-- RecipientCollectionItemCount counts what a collection has.
select ((select count(*) from recipient_collection_items i where i.collection_id = @collection_id)
	+ (select count(*) from recipient_collection_imports m where m.collection_id = @collection_id and not m.hidden))::bigint;

-- name: RecipientCollectionTouch :one
-- RecipientCollectionTouch notes when what a collection has was changed.
update recipient_collections set updated_at = @now where id = @id returning *;

-- name: RecipientCollectionsMove :exec
-- RecipientCollectionsMove gives the collections of a person to another, or to their new primary row.
update recipient_collections set recipient_id = @recipient_id where recipient_id = @former_id;
