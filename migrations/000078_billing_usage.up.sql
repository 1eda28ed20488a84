-- Usage lists what was used in a billing year by day.
create index concurrently if not exists credit_entries_used_idx on credit_entries (department_id, period_start, created_at) where to_account = 'used';

-- next step
create index concurrently if not exists billing_subscriptions_funded_by_idx on billing_subscriptions (funded_by) where funded_by is not null;

-- next step
alter table webhook_events drop constraint webhook_events_subject_kind_check;
alter table webhook_events add constraint webhook_events_subject_kind_check
	check (subject_kind in ('credential', 'evidence_item', 'name_change', 'import', 'design', 'webhook', 'subscription', 'credits', 'invoice')) not valid;

-- next step
alter table webhook_events validate constraint webhook_events_subject_kind_check;
