-- name: KeptInsert :many
-- KeptInsert notes whose documents some files are, in the order in which credentials are locked, and reports which were noted before. One
-- that was to go stays. Files without a department are nobody's; those with a day are pictures.
with before as (select name from kept_documents where name = any(@names::text[])), noted as (
	insert into kept_documents (name, department_id, credential_id, kept_at, asked_on)
	select k.name, nullif(@department_id::bigint, 0), nullif(k.credential_id, 0), @now, sqlc.narg(asked_on)
	from (select unnest(@names::text[]) as name, unnest(@credential_ids::bigint[]) as credential_id) k
	order by k.credential_id, k.name
	on conflict (name) do update
		set credential_id = excluded.credential_id, kept_at = excluded.kept_at, asked_on = excluded.asked_on, delete_after = null
)
select name from before;

-- name: KeptAsked :exec
-- KeptAsked notes the day on which somebody asked for a picture.
update kept_documents set asked_on = @asked_on::date where name = @name and asked_on < @asked_on::date;

-- name: KeptExpire :exec
-- KeptExpire has pictures deleted that nobody asked for since a day.
update kept_documents set delete_after = @now::timestamptz where asked_on < @since::date and delete_after is null;

-- name: KeptForget :exec
-- KeptForget has the documents of purged credentials deleted.
update kept_documents set delete_after = @after::timestamptz where credential_id = any(@ids::bigint[]);

-- name: KeptSupersede :exec
-- KeptSupersede has documents deleted that are older than the last change of their credential, of those changed in a time. Each department's
-- changes are looked up by themselves, in the index that begins with it: that takes as long as there are changes, whatever is kept.
update kept_documents k set delete_after = @now::timestamptz
from departments d
	cross join lateral (
		select c.id, c.updated_at from credentials c
		where c.department_id = d.id and c.updated_at >= @since::timestamptz and c.updated_at < @before::timestamptz
		offset 0
	) c
	cross join lateral (
		select o.name from kept_documents o where o.credential_id = c.id and o.department_id = d.id and o.kept_at < c.updated_at and o.delete_after is null
		offset 0
	) o
where k.name = o.name;

-- name: KeptSwept :one
-- KeptSwept tells up to when changes were swept, and has other sweeps wait.
select changed_before from kept_documents_swept for update;

-- name: KeptSweptTo :exec
-- KeptSweptTo notes up to when changes were swept.
update kept_documents_swept set changed_before = greatest(changed_before, @changed_before::timestamptz);

-- name: KeptDue :many
-- KeptDue locks documents that are to be deleted, some at a time, those of a pack together.
select name, coalesce(department_id, 0)::bigint as department_id, pack_id from kept_documents where delete_after <= @now order by delete_after, pack_id, name limit @row_limit for update skip locked;

-- name: KeptDelete :exec
-- KeptDelete forgets files that are deleted.
delete from kept_documents where name = any(@names::text[]);
