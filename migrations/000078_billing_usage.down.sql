-- Deliveries of the events that the earlier schema doesn't know go with them.
delete from webhook_events where subject_kind in ('subscription', 'credits', 'invoice');
alter table webhook_events drop constraint webhook_events_subject_kind_check;
alter table webhook_events add constraint webhook_events_subject_kind_check
	check (subject_kind in ('credential', 'evidence_item', 'name_change', 'import', 'design', 'webhook'));
drop index if exists billing_subscriptions_funded_by_idx;
drop index if exists credit_entries_used_idx;
