-- The plans that the operator offers. price is in the smallest unit of the currency.
create table billing_plans (
	id bigint generated always as identity,
	name text not null,
	seats integer not null,
	price bigint not null,
	currency text not null,
	billed_every text not null,
	features text[] not null default '{}',
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint billing_plans_pkey primary key (id),
	constraint billing_plans_name_key unique (name),
	constraint billing_plans_name_check check (char_length(name) between 1 and 100),
	constraint billing_plans_seats_check check (seats between 0 and 100000000),
	constraint billing_plans_price_check check (price >= 0),
	constraint billing_plans_currency_check check (currency ~ '^[A-Z]{3}$'),
	constraint billing_plans_billed_every_check check (billed_every in ('month', 'year'))
);

-- The plan of a department and its billing year. Billing years begin on anchor_on and its anniversaries, in the time zone of the department.
create table billing_subscriptions (
	department_id bigint not null,
	plan_id bigint not null,
	state text not null,
	anchor_on date not null,
	period_start date not null,
	period_end date not null, -- the day after the last
	past_due_since timestamptz,
	salt bytea not null, -- of the hashes of recipients in credit_entries
	updated_at timestamptz not null,
	constraint billing_subscriptions_pkey primary key (department_id),
	constraint billing_subscriptions_department_id_fkey foreign key (department_id) references departments (id),
	constraint billing_subscriptions_plan_id_fkey foreign key (plan_id) references billing_plans (id),
	constraint billing_subscriptions_state_check check (state in ('trialing', 'active', 'past_due', 'cancelled', 'paused')),
	constraint billing_subscriptions_past_due_check check ((state = 'past_due') = (past_due_since is not null)),
	constraint billing_subscriptions_period_check check (anchor_on <= period_start and period_start < period_end)
);
call protect_by_department('billing_subscriptions');

-- The ledger. Each entry moves credits from one account to another: the plan's, those that are available, and those that were used. An entry
-- into "available" is a bucket with an expiry; an entry out of it names the bucket that it takes from.
create table credit_entries (
	id bigint generated always as identity,
	department_id bigint not null,
	kind text not null,
	from_account text not null,
	to_account text not null,
	quantity integer not null,
	period_start date not null, -- of the billing year that is paid for
	bucket_id bigint,
	expires_on date, -- the first day on which the bucket can no longer be used
	credential_id bigint, -- without a reference: entries outlive credentials
	recipient bytea, -- a salted hash of the address
	refund_of bigint,
	reason text not null default '',
	user_id bigint,
	api_key_id bigint,
	system text,
	created_at timestamptz not null,
	constraint credit_entries_pkey primary key (id),
	constraint credit_entries_department_id_key unique (department_id, id),
	constraint credit_entries_department_id_fkey foreign key (department_id) references departments (id),
	constraint credit_entries_bucket_fkey foreign key (department_id, bucket_id) references credit_entries (department_id, id),
	constraint credit_entries_refund_fkey foreign key (department_id, refund_of) references credit_entries (department_id, id),
	constraint credit_entries_quantity_check check (quantity > 0),
	constraint credit_entries_reason_check check (char_length(reason) <= 1000),
	constraint credit_entries_accounts_check check ((kind, from_account, to_account) in (('grant', 'plan', 'available'), ('adjust', 'plan', 'available'),
		('adjust', 'available', 'plan'), ('use', 'available', 'used'), ('renewal', 'available', 'used'), ('refund', 'used', 'available'))),
	constraint credit_entries_bucket_check check ((from_account = 'available') = (bucket_id is not null) and (to_account = 'available') = (expires_on is not null)),
	constraint credit_entries_use_check check (to_account <> 'used' or (quantity = 1 and credential_id is not null and recipient is not null)),
	constraint credit_entries_refund_check check ((kind = 'refund') = (refund_of is not null))
);
create index credit_entries_list_idx on credit_entries (department_id, id desc);
create index credit_entries_buckets_idx on credit_entries (department_id, expires_on) where to_account = 'available';
create index credit_entries_taken_idx on credit_entries (department_id, bucket_id) where bucket_id is not null;
create index credit_entries_recipient_idx on credit_entries (department_id, recipient, period_start) where to_account = 'used';
create index credit_entries_credential_idx on credit_entries (department_id, credential_id) where to_account = 'used';
create unique index credit_entries_refund_of_key on credit_entries (department_id, refund_of) where refund_of is not null;
call protect_by_department('credit_entries');
revoke update, delete on credit_entries from laurel_app;
