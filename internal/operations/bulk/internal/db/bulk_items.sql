-- name: ItemsInsert :exec
-- ItemsInsert notes what an action is about; ids that are not the department's are left out.
insert into bulk_items (action_id, department_id, credential_id)
select @action_id, @department_id, c.id from credentials c
where c.department_id = @department_id and c.id = any(@credential_ids::bigint[]);

-- name: ItemsInsertUndo :execrows
-- ItemsInsertUndo notes what another action changed, with what each had before.
insert into bulk_items (action_id, department_id, credential_id, trace)
select @action_id, i.department_id, i.credential_id, i.trace from bulk_items i
where i.department_id = @department_id and i.action_id = @undo_of and i.outcome = 'done';

-- name: ItemsOpen :many
-- ItemsOpen takes the next items.
select credential_id, trace from bulk_items
where action_id = @action_id and outcome is null
order by credential_id limit @row_limit for update skip locked;

-- name: ItemsClose :exec
-- ItemsClose notes outcomes.
update bulk_items i set outcome = x.outcome, reason = x.reason, trace = coalesce(nullif(x.trace, '')::jsonb, i.trace)
from (select unnest(@credential_ids::bigint[]) as id, unnest(@outcomes::text[]) as outcome, unnest(@reasons::text[]) as reason,
	unnest(@traces::text[]) as trace) x
where i.action_id = @action_id and i.credential_id = x.id;

-- name: ItemsCancelOpen :execrows
-- ItemsCancelOpen gives up what was not looked at yet.
update bulk_items set outcome = 'refused', reason = 'action.cancelled' where action_id = @action_id and department_id = @department_id and outcome is null;

-- name: ItemList :many
-- ItemList lists what came of credentials.
select i.credential_id, i.outcome, i.reason, c.recipient_name, c.recipient_email, c.uuid
from bulk_items i join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and i.action_id = @action_id and (sqlc.narg('outcome')::text is null or i.outcome = sqlc.narg('outcome'))
	and i.credential_id > @after
order by i.credential_id limit @row_limit offset @row_offset;
