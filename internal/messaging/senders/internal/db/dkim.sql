-- name: KeyList :many
-- KeyList lists the keys of a department, by domain and age.
select * from dkim_keys where department_id = @department_id order by domain, id limit 500;

-- name: KeyCurrent :one
-- KeyCurrent reads the key that emails from a domain are signed with, once its record was seen.
select id, selector, sealed_key from dkim_keys where department_id = @department_id and domain = @domain and state = 'current' and seen_at is not null;

-- name: KeyInsert :exec
-- KeyInsert adds a key.
insert into dkim_keys (department_id, domain, selector, sealed_key, public_key, state, used_since, created_at)
values (@department_id, @domain, @selector, @sealed_key, @public_key, @state, @used_since, @now);

-- name: KeySeen :exec
-- KeySeen records that the records of keys are in DNS, or are there no more.
update dkim_keys set seen_at = case when selector = any(@found::text[]) then @now::timestamptz end
where department_id = @department_id and domain = @domain and selector = any(@asked::text[]);

-- name: KeyRetire :exec
-- KeyRetire takes the key out of use that a domain's emails are signed with.
update dkim_keys set state = 'retired' where department_id = @department_id and domain = @domain and state = 'current';

-- name: KeyUseNext :execrows
-- KeyUseNext begins to use the next key.
update dkim_keys set state = 'current', used_since = @now::timestamptz where department_id = @department_id and domain = @domain and state = 'next';

-- name: KeyDeleteRetired :exec
-- KeyDeleteRetired deletes keys that were replaced long ago.
delete from dkim_keys k where k.department_id = @department_id and k.state = 'retired'
	and exists (select from dkim_keys n where n.department_id = k.department_id and n.domain = k.domain and n.state = 'current' and n.used_since < @before::timestamptz);

-- name: KeysToRotate :many
-- KeysToRotate lists the domains whose key has been in use since before a time.
select department_id, domain from dkim_keys where state = 'current' and used_since < @before::timestamptz order by used_since limit 200;
