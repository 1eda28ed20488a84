-- name: KeptInsert :many
-- KeptInsert notes whose documents some files are, in the order in which credentials are locked, and tells which were noted before. One
-- that was to go stays.
with before as (select name from kept_documents where name = any(@names::text[])), noted as (
	insert into kept_documents (name, department_id, credential_id, kept_at)
	select k.name, @department_id, k.credential_id, @now
	from (select unnest(@names::text[]) as name, unnest(@credential_ids::bigint[]) as credential_id) k
	order by k.credential_id, k.name
	on conflict (name) do update set credential_id = excluded.credential_id, kept_at = excluded.kept_at, delete_after = null
)
select name from before;

-- name: KeptForget :exec
-- KeptForget has the documents of purged credentials deleted.
update kept_documents set delete_after = @after::timestamptz where credential_id = any(@ids::bigint[]);

-- name: KeptSupersede :exec
-- KeptSupersede has documents deleted whose credential was changed since, and not lately.
update kept_documents k set delete_after = @now::timestamptz
from credentials c
where c.department_id = k.department_id and c.id = k.credential_id and k.delete_after is null and k.kept_at < c.updated_at
	and c.updated_at < @before;

-- name: KeptDue :many
-- KeptDue locks documents that are to be deleted, some at a time.
select name from kept_documents where delete_after <= @now order by delete_after, name limit @row_limit for update skip locked;

-- name: KeptDelete :exec
-- KeptDelete forgets files that are deleted.
delete from kept_documents where name = any(@names::text[]);
