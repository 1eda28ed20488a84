-- name: RecipientProfileAdopt :exec
-- RecipientProfileAdopt writes the profile of a person whom the previous release gave a name: published, with all credentials.
insert into recipient_profiles (recipient_id, published, indexable, shows, headline, bio, links, created_at, updated_at)
select r.id, true, false, 'all', '', '', '[]', @now::timestamptz, @now::timestamptz from recipients r where r.id = @recipient_id and r.vanity is not null
on conflict (recipient_id) do nothing;

-- name: RecipientProfileEnsure :exec
-- RecipientProfileEnsure writes an empty profile of a person who has none.
insert into recipient_profiles (recipient_id, published, indexable, shows, headline, bio, links, created_at, updated_at)
values (@recipient_id, false, false, 'chosen', '', '', '[]', @now, @now)
on conflict (recipient_id) do nothing;

-- name: RecipientProfileLock :one
-- RecipientProfileLock reads the profile of a person to change it.
select * from recipient_profiles where recipient_id = @recipient_id for update;

-- name: RecipientProfileRead :one
-- RecipientProfileRead reads a person with their profile, or with the name that the previous release gave them.
select r.id, r.name, r.locale, coalesce(s.slug, case when p.recipient_id is null then r.vanity end, '')::text as slug,
	coalesce(p.published, r.vanity is not null)::boolean as published, coalesce(p.indexable, false)::boolean as indexable,
	coalesce(p.shows, case when r.vanity is null then 'chosen' else 'all' end)::text as shows, coalesce(p.headline, '')::text as headline,
	coalesce(p.bio, '')::text as bio, coalesce(p.links, '[]')::jsonb as links, coalesce(p.photo_key, '')::text as photo_key, p.slug_changed_at,
	coalesce(p.created_at, r.created_at)::timestamptz as created_at, coalesce(p.updated_at, r.updated_at)::timestamptz as updated_at,
	(select array_agg(a.email)::text[] from recipients a where a.id = r.id or a.person_id = r.id) as emails
from recipients r left join recipient_profiles p on p.recipient_id = r.id
left join recipient_slugs s on s.recipient_id = r.id and s.expires_at is null
where r.id = @recipient_id;

-- name: RecipientProfileFind :one
-- RecipientProfileFind finds whose a name is, in use or former.
select s.recipient_id, (s.expires_at is not null)::boolean as former from recipient_slugs s where s.slug = @slug and (s.expires_at is null or s.expires_at > @now::timestamptz)
union all
select r.id, false from recipients r where r.vanity = @slug and not exists (select from recipient_profiles p where p.recipient_id = r.id)
limit 1;

-- name: RecipientProfileUpdate :exec
-- RecipientProfileUpdate changes what a person says of themselves, and who sees it.
update recipient_profiles set published = @published, indexable = @indexable, shows = @shows, headline = @headline, bio = @bio, links = @links, updated_at = @now
where recipient_id = @recipient_id;

-- name: RecipientProfileCredentialList :many
-- RecipientProfileCredentialList lists the chosen credentials in their order.
select c.uuid from recipient_profile_credentials p join credentials c on c.id = p.credential_id
where p.recipient_id = @recipient_id order by p.position, p.credential_id;

-- name: RecipientProfileCredentialsDelete :exec
-- RecipientProfileCredentialsDelete removes all chosen credentials.
delete from recipient_profile_credentials where recipient_id = @recipient_id;

-- name: RecipientProfileCredentialsInsert :exec
-- RecipientProfileCredentialsInsert chooses credentials in the given order.
insert into recipient_profile_credentials (recipient_id, credential_id, position)
select @recipient_id, c.id, t.place::integer from unnest(@uuids::uuid[]) with ordinality as t (uuid, place) join credentials c on c.uuid = t.uuid;

-- name: RecipientProfileIndexedList :many
-- RecipientProfileIndexedList lists the profiles that search engines may list.
select s.slug, p.updated_at from recipient_profiles p join recipient_slugs s on s.recipient_id = p.recipient_id and s.expires_at is null
where p.published and p.indexable order by p.recipient_id desc limit @max_rows;

-- name: RecipientProfileMove :exec
-- RecipientProfileMove gives the profile of a person to another, or to their new primary row.
update recipient_profiles set recipient_id = @recipient_id where recipient_id = @former_id;

-- name: RecipientProfileDelete :exec
-- RecipientProfileDelete deletes a profile. Its photo is swept later.
delete from recipient_profiles where recipient_id = @recipient_id;

-- name: RecipientProfileExists :one
-- RecipientProfileExists tells whether a person has a profile.
select exists (select from recipient_profiles where recipient_id = @recipient_id);

-- name: RecipientPhotoInsert :exec
-- RecipientPhotoInsert notes a file before it is stored, so that the sweep finds it whatever happens next.
insert into recipient_photos (key, created_at) values (@key, @now);

-- name: RecipientPhotoSet :exec
-- RecipientPhotoSet gives a profile its photo, or none.
update recipient_profiles set photo_key = sqlc.narg(photo_key), updated_at = @now where recipient_id = @recipient_id;

-- name: RecipientPhotosUnused :many
-- RecipientPhotosUnused lists files that no profile shows.
select key from recipient_photos f where f.created_at < @before and not exists (select from recipient_profiles p where p.photo_key = f.key)
order by f.created_at limit @max_rows;

-- name: RecipientPhotoDelete :exec
-- RecipientPhotoDelete forgets a file.
delete from recipient_photos where key = @key;
