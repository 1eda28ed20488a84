-- name: ExportInsert :one
-- ExportInsert begins an export.
insert into exports (department_id, uuid, kind, marks, paper, gap, input_count, created_by, api_key_id, created_at, expires_at, private_keys)
values (@department_id, @uuid, @kind, @marks, @paper, @gap, 1, @created_by, @api_key_id, @created_at, @expires_at, @private_keys) returning id;

-- name: ExportSetCount :exec
-- ExportSetCount notes how many credentials an export names.
update exports set input_count = @input_count where department_id = @department_id and id = @id;

-- name: ExportItemsInsert :exec
-- ExportItemsInsert notes what is in it; ids that are not the department's are left out.
insert into export_items (export_id, department_id, credential_id)
select @export_id, @department_id, c.id from credentials c
where c.department_id = @department_id and c.id = any(@credential_ids::bigint[]);

-- name: ExportSizes :many
-- ExportSizes tells the sizes that the issued certificates of an export have.
select distinct (v.document->>'size')::text as size, coalesce(v.document->>'orientation', 'landscape')::text as orientation
from design_versions v
where v.department_id = @department_id and v.id in (
	select c.certificate_version_id from export_items i
	join credentials c on c.department_id = i.department_id and c.id = i.credential_id
	where i.department_id = @department_id and i.export_id = @export_id and c.state not in ('draft', 'scheduled', 'deleted')
)
order by 1, 2;

-- name: ExportRead :one
-- ExportRead reads by uuid what one asker asked for.
select * from exports
where department_id = @department_id and uuid = @uuid and expires_at > @now
	and created_by is not distinct from sqlc.narg('created_by')::bigint and api_key_id is not distinct from sqlc.narg('api_key_id')::bigint;

-- name: ExportByID :one
-- ExportByID reads what its job works on.
select * from exports where department_id = $1 and id = $2;

-- name: ExportList :many
-- ExportList lists what one asker asked for, newest first.
select * from exports
where department_id = @department_id and expires_at > @now
	and created_by is not distinct from sqlc.narg('created_by')::bigint and api_key_id is not distinct from sqlc.narg('api_key_id')::bigint
order by id desc limit @row_limit offset @row_offset;

-- name: ExportCount :one
-- ExportCount counts what ExportList lists.
select count(*) from exports
where department_id = @department_id and expires_at > @now
	and created_by is not distinct from sqlc.narg('created_by')::bigint and api_key_id is not distinct from sqlc.narg('api_key_id')::bigint;

-- name: ExportDelete :execrows
-- ExportDelete forgets an export.
delete from exports where department_id = $1 and id = $2;

-- name: ExportDeleteExpired :execrows
-- ExportDeleteExpired forgets exports that nobody can fetch any more.
delete from exports where id in (select e.id from exports e where e.expires_at <= @now limit 1000);

-- name: ExportItemsOpen :many
-- ExportItemsOpen names the next credentials that were not looked at.
select credential_id from export_items where export_id = @export_id and department_id = @department_id and outcome is null
order by credential_id limit @row_limit;

-- name: ExportItemsClose :one
-- ExportItemsClose notes outcomes, each once however often it is told, and counts what was new.
with closed as (
	update export_items i set outcome = x.outcome
	from (select unnest(@credential_ids::bigint[]) as id, unnest(@outcomes::text[]) as outcome) x
	where i.export_id = @export_id and i.credential_id = x.id and i.outcome is null
	returning i.outcome
)
select count(*) filter (where outcome = 'ready') as ready, count(*) filter (where outcome <> 'ready') as left_out from closed;

-- name: ExportAdvance :exec
-- ExportAdvance adds to the counts.
update exports set ready_count = ready_count + @ready, left_out_count = left_out_count + @left_out
where department_id = @department_id and id = @id;

-- name: ExportFinish :exec
-- ExportFinish ends an export that has no open item; items of credentials that are gone are not waited for.
update exports e set finished_at = @now
where e.department_id = @department_id and e.id = @id and e.finished_at is null
	and not exists (select 1 from export_items i where i.export_id = e.id and i.outcome is null);

-- name: ExportItemsReady :many
-- ExportItemsReady names the next credentials whose files are ready.
select credential_id from export_items
where export_id = @export_id and department_id = @department_id and outcome = 'ready' and credential_id > @after and credential_id <= @up_to
order by credential_id limit @row_limit;

-- name: ExportItemsLeftOut :many
-- ExportItemsLeftOut tells what is left out and why.
select i.credential_id, i.outcome::text as reason, c.recipient_name from export_items i
join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and i.export_id = @export_id and i.outcome is not null and i.outcome <> 'ready'
	and i.credential_id > @after and i.credential_id <= @up_to
order by i.credential_id limit @row_limit;

-- name: ExportItemsReadyAt :one
-- ExportItemsReadyAt reports which credential is at a place among those whose files are ready.
select credential_id from export_items
where export_id = @export_id and department_id = @department_id and outcome = 'ready'
order by credential_id offset @place::int limit 1;

-- name: ExportFirst :one
-- ExportFirst names a credential of an export.
select credential_id from export_items where export_id = @export_id and department_id = @department_id order by credential_id limit 1;

-- name: ExportItemList :many
-- ExportItemList lists what came of credentials.
select i.credential_id, coalesce(i.outcome, '')::text as result, c.recipient_name, c.recipient_email, c.uuid
from export_items i join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and i.export_id = @export_id
	and (@outcome::text = '' or @outcome = case when i.outcome = 'ready' then 'done' when i.outcome is not null then 'refused' end)
order by i.credential_id limit @row_limit offset @row_offset;
