-- Bulk operations become the operations of every kind. The previous release, which runs during an upgrade, finds its tables as views.
-- unused since 1.2: each view stands in for a table, under its name
-- Constraints keep their names, which the previous release compares.
alter table bulk_actions drop constraint bulk_actions_kind_check,
	add column subject_id bigint, -- the row of the kind's own table, if it has one
	add column position bigint not null default 0, -- the last item that was processed, for kinds that keep no items
	add column groups text not null default '', -- the groups that the starter was limited to
	add column started_at timestamptz, -- null: it waits for others of the department
	add column started_count integer not null default 0, -- items that were done then, for the estimate of the remaining time
	add column undo_until timestamptz, -- null: as long as it is kept
	add column expires_at timestamptz; -- set at the end: it is deleted then
alter table bulk_actions rename to operations;
create view bulk_actions with (security_invoker=true) as
	select id, department_id, uuid, kind, params, undo_of, input_count, done_count, unchanged_count, refused_count, created_by, api_key_id, created_at,
		cancelled_at, finished_at, stop_reason, test
	from operations
	where kind in ('expiry', 'resend', 'remind', 'suspend', 'reinstate', 'revoke', 'delete', 'restore', 'move', 'privacy');
grant delete, insert, select, update on bulk_actions to laurel_app;
-- next step
-- unused since 1.2: likewise
alter table bulk_items rename column action_id to operation_id;
alter table bulk_items rename to operation_items;
create view bulk_items with (security_invoker=true) as
	select operation_id as action_id, department_id, credential_id, outcome, reason, trace from operation_items;
grant delete, insert, select, update on bulk_items to laurel_app;
-- next step
create index concurrently if not exists operations_open_idx on operations (department_id, id desc) where finished_at is null;
-- next step
create index concurrently if not exists operations_subject_idx on operations (department_id, subject_id, kind, id desc) where subject_id is not null;
-- next step
create index concurrently if not exists operations_expires_idx on operations (expires_at) where expires_at is not null;
