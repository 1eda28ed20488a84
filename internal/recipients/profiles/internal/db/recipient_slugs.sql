-- name: RecipientSlugClaim :execrows
-- RecipientSlugClaim makes a name the current one of a person. It changes nothing if it is somebody else's, in use or former.
insert into recipient_slugs (slug, recipient_id)
select @slug::text, @recipient_id::bigint where not exists (select from recipients r where r.vanity = @slug::text and r.id <> @recipient_id::bigint)
on conflict (slug) do update set recipient_id = excluded.recipient_id, expires_at = null
where recipient_slugs.recipient_id = excluded.recipient_id or recipient_slugs.expires_at <= @now::timestamptz;

-- name: RecipientSlugRetire :exec
-- RecipientSlugRetire makes the current name of a person a former one.
update recipient_slugs set expires_at = @expires_at::timestamptz where recipient_id = @recipient_id and expires_at is null;

-- name: RecipientSlugChanged :exec
-- RecipientSlugChanged notes when a person changed their name.
update recipient_profiles set slug_changed_at = @now::timestamptz where recipient_id = @recipient_id;

-- name: RecipientSlugRead :one
-- RecipientSlugRead reads the current name of a person.
select slug from recipient_slugs where recipient_id = @recipient_id and expires_at is null;

-- name: RecipientSlugsTaken :many
-- RecipientSlugsTaken returns those of the names that a person cannot have.
select s.slug from recipient_slugs s
where s.slug = any(@slugs::text[]) and s.recipient_id <> @recipient_id and (s.expires_at is null or s.expires_at > @now::timestamptz)
union
select r.vanity::text from recipients r where r.vanity = any(@slugs::text[]) and r.id <> @recipient_id;

-- name: RecipientSlugsMove :exec
-- RecipientSlugsMove gives the names of a person to another, or to their new primary row.
update recipient_slugs set recipient_id = @recipient_id where recipient_id = @former_id;

-- name: RecipientSlugAdopt :exec
-- RecipientSlugAdopt takes over the name that the previous release gave a person.
insert into recipient_slugs (slug, recipient_id) select r.vanity, r.id from recipients r where r.id = @recipient_id and r.vanity is not null
and not exists (select from recipient_slugs s where s.recipient_id = r.id and s.expires_at is null)
on conflict (slug) do nothing;

-- name: RecipientVanityClear :exec
-- RecipientVanityClear removes the name that the previous release reads.
update recipients set vanity = null where id = @recipient_id and vanity is not null;

-- name: RecipientVanitySet :exec
-- RecipientVanitySet writes the name of a published profile where the previous release reads it.
update recipients set vanity = (
	select s.slug from recipient_slugs s join recipient_profiles p on p.recipient_id = s.recipient_id
	where s.recipient_id = @recipient_id and s.expires_at is null and p.published
) where id = @recipient_id;

-- name: RecipientSlugsDeleteExpired :execrows
-- RecipientSlugsDeleteExpired frees former names whose time is over.
delete from recipient_slugs where expires_at <= @now::timestamptz;
