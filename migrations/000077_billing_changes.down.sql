create index if not exists credit_entries_taken_idx on credit_entries (department_id, bucket_id) where bucket_id is not null;
drop index if exists credit_entries_grant_key_key;
drop index if exists credit_entries_moved_idx;
drop index if exists credit_entries_bucket_idx;
-- The earlier schema has neither transfers nor refunds into their bucket: they stay as what is closest.
update credit_entries r set expires_on = b.expires_on, bucket_id = null from credit_entries b
	where r.kind = 'refund' and r.bucket_id is not null and b.department_id = r.department_id and b.id = r.bucket_id;
alter table credit_entries drop constraint credit_entries_transfer_check, drop constraint credit_entries_accounts_check, drop constraint credit_entries_bucket_check;
update credit_entries set kind = 'adjust', from_account = case from_account when 'transfer' then 'plan' else from_account end,
	to_account = case to_account when 'transfer' then 'plan' else to_account end where kind = 'transfer';
alter table credit_entries
	drop constraint credit_entries_grant_key_check,
	drop column bucket_taken,
	drop column grant_key,
	drop column other_department_id,
	add constraint credit_entries_accounts_check check ((kind, from_account, to_account) in (('grant', 'plan', 'available'), ('adjust', 'plan', 'available'),
		('adjust', 'available', 'plan'), ('use', 'available', 'used'), ('renewal', 'available', 'used'), ('refund', 'used', 'available'))),
	add constraint credit_entries_bucket_check check ((from_account = 'available') = (bucket_id is not null) and (to_account = 'available') = (expires_on is not null));
alter table billing_subscriptions
	drop column next_plan_id,
	drop column cancel_at,
	drop column cancel_reason,
	drop column warned_percent,
	drop column funded_by,
	drop column prepaid;
alter table billing_plans drop column offered;
