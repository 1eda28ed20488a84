-- Plans that are no longer offered stay for those who have them.
alter table billing_plans add column offered boolean not null default true;

-- next step
-- What happens to a subscription later. cancel_at is the first day without it; next_plan_id begins with the next billing year; warned_percent is
-- the lowest share of credits in this billing year that its members were warned of. funded_by is the department of the same organization that
-- pays: such a subscription gets its credits from transfers and none from its plan.
-- prepaid: the credits of a billing year come when it is paid, not when it begins.
alter table billing_subscriptions
	add column next_plan_id bigint,
	add column cancel_at date,
	add column cancel_reason text not null default '',
	add column warned_percent smallint,
	add column funded_by bigint,
	add column prepaid boolean not null default false,
	add constraint billing_subscriptions_next_plan_id_fkey foreign key (next_plan_id) references billing_plans (id) not valid,
	add constraint billing_subscriptions_funded_by_fkey foreign key (funded_by) references departments (id) not valid,
	add constraint billing_subscriptions_cancel_reason_check check (char_length(cancel_reason) <= 1000) not valid;

-- next step
alter table billing_subscriptions validate constraint billing_subscriptions_next_plan_id_fkey;

-- next step
alter table billing_subscriptions validate constraint billing_subscriptions_funded_by_fkey;

-- next step
alter table billing_subscriptions validate constraint billing_subscriptions_cancel_reason_check;

-- next step
-- bucket_taken is how much is taken from the bucket with this entry, so that a balance needs the last entry of a bucket and not all of them. An
-- entry of an earlier release has none. A refund goes back into its bucket. grant_key identifies what a grant was paid with.
alter table credit_entries
	add column bucket_taken integer,
	add column grant_key text,
	add column other_department_id bigint,
	drop constraint credit_entries_accounts_check,
	drop constraint credit_entries_bucket_check,
	add constraint credit_entries_accounts_check check ((kind, from_account, to_account) in (('grant', 'plan', 'available'), ('adjust', 'plan', 'available'),
		('adjust', 'available', 'plan'), ('use', 'available', 'used'), ('renewal', 'available', 'used'), ('refund', 'used', 'available'),
		('transfer', 'available', 'transfer'), ('transfer', 'transfer', 'available'))) not valid,
	add constraint credit_entries_bucket_check check ((to_account = 'available' and bucket_id is null) = (expires_on is not null)
		and (from_account = 'available' or kind = 'refund' or bucket_id is null)
		and (from_account <> 'available' or bucket_id is not null)) not valid,
	add constraint credit_entries_transfer_check check ((kind = 'transfer') = (other_department_id is not null)) not valid,
	add constraint credit_entries_grant_key_check check (grant_key is null or kind = 'grant' and char_length(grant_key) between 1 and 200) not valid;

-- next step
alter table credit_entries validate constraint credit_entries_accounts_check;

-- next step
alter table credit_entries validate constraint credit_entries_bucket_check;

-- next step
alter table credit_entries validate constraint credit_entries_transfer_check;

-- next step
alter table credit_entries validate constraint credit_entries_grant_key_check;

-- next step
create index concurrently if not exists credit_entries_bucket_idx on credit_entries (department_id, bucket_id, id) where bucket_id is not null;

-- next step
create index concurrently if not exists credit_entries_moved_idx on credit_entries (department_id, bucket_id)
	where bucket_id is not null and kind in ('adjust', 'transfer');

-- next step
create unique index concurrently if not exists credit_entries_grant_key_key on credit_entries (department_id, grant_key) where grant_key is not null;

-- next step
drop index concurrently if exists credit_entries_taken_idx;
