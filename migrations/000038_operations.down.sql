drop view bulk_items;
alter table operation_items rename column operation_id to action_id;
alter table operation_items rename to bulk_items;
drop view bulk_actions;
drop index operations_expires_idx;
drop index operations_subject_idx;
drop index operations_open_idx;
alter table operations drop column expires_at, drop column undo_until, drop column started_count, drop column started_at, drop column groups,
	drop column position, drop column subject_id;
delete from operations
	where kind not in ('expiry', 'resend', 'remind', 'suspend', 'reinstate', 'revoke', 'delete', 'restore', 'move', 'privacy');
alter table operations rename to bulk_actions;
alter table bulk_actions add constraint bulk_actions_kind_check
	check (kind in ('expiry', 'resend', 'remind', 'suspend', 'reinstate', 'revoke', 'delete', 'restore', 'move', 'privacy'));
