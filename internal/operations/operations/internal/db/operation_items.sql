-- name: ItemsInsert :exec
-- ItemsInsert adds the items of an operation; credentials of other departments are left out.
insert into operation_items (operation_id, department_id, credential_id)
select @operation_id, @department_id, c.id from credentials c
where c.department_id = @department_id and c.id = any(@credential_ids::bigint[]);

-- name: ItemsInsertUndo :exec
-- ItemsInsertUndo adds the items that another operation changed, with their traces.
insert into operation_items (operation_id, department_id, credential_id, trace)
select @operation_id, i.department_id, i.credential_id, i.trace from operation_items i
where i.department_id = @department_id and i.operation_id = @undo_of and i.outcome = 'done';

-- name: ItemsOpen :many
-- ItemsOpen takes the next items.
select credential_id, trace from operation_items
where operation_id = @operation_id and outcome is null
order by credential_id limit @row_limit for update skip locked;

-- name: ItemsClose :exec
-- ItemsClose stores outcomes.
update operation_items i set outcome = x.outcome, reason = x.reason, trace = coalesce(nullif(x.trace, '')::jsonb, i.trace)
from (select unnest(@credential_ids::bigint[]) as id, unnest(@outcomes::text[]) as outcome, unnest(@reasons::text[]) as reason,
	unnest(@traces::text[]) as trace) x
where i.operation_id = @operation_id and i.credential_id = x.id;

-- name: ItemsCancelOpen :execrows
-- ItemsCancelOpen refuses the items that were not processed yet.
update operation_items set outcome = 'refused', reason = @reason where operation_id = @operation_id and department_id = @department_id and outcome is null;

-- name: ItemList :many
-- ItemList lists items with their outcomes.
select i.credential_id, i.outcome, i.reason, c.recipient_name, c.recipient_email, c.uuid
from operation_items i join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and i.operation_id = @operation_id and (sqlc.narg('outcome')::text is null or i.outcome = sqlc.narg('outcome'))
	and i.credential_id > @after
order by i.credential_id limit @row_limit offset @row_offset;
