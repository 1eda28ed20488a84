-- How a department pays: its customer at the payment provider, who the invoices are for, and the card that is charged, of which nothing but
-- these is known. asked counts how often its state was asked for at the provider: only the newest answer is written.
create table billing_customers (
	department_id bigint not null,
	provider text not null,
	reference text not null default '', -- of the customer at the provider; empty: there is none yet
	name text not null default '',
	email text not null default '',
	line1 text not null default '',
	line2 text not null default '',
	postal_code text not null default '',
	city text not null default '',
	region text not null default '',
	country text not null default '',
	tax_id text not null default '',
	tax_treatment text not null default 'standard',
	card_brand text not null default '',
	card_last4 text not null default '',
	card_exp_month integer not null default 0,
	card_exp_year integer not null default 0,
	subscription text not null default '', -- at the provider, and its state there
	subscription_state text not null default '',
	problem text not null default '',
	problem_url text not null default '',
	asked bigint not null default 0,
	updated_at timestamptz not null,
	constraint billing_customers_pkey primary key (department_id),
	constraint billing_customers_department_id_fkey foreign key (department_id) references departments (id),
	constraint billing_customers_provider_check check (provider in ('stripe', 'manual')),
	constraint billing_customers_tax_treatment_check check (tax_treatment in ('standard', 'reverse_charge', 'exempt')),
	constraint billing_customers_card_last4_check check (card_last4 ~ '^[0-9]{0,4}$'),
	constraint billing_customers_problem_check check (problem in ('', 'requires_action', 'payment_failed')),
	constraint billing_customers_texts_check check (char_length(name) <= 255 and char_length(email) <= 320 and char_length(line1) <= 255
		and char_length(line2) <= 255 and char_length(postal_code) <= 40 and char_length(city) <= 255 and char_length(region) <= 255
		and char_length(country) <= 2 and char_length(tax_id) <= 60)
);
create unique index billing_customers_reference_key on billing_customers (provider, reference) where reference <> '';
call protect_by_department('billing_customers');

-- The last number of each series of invoices. The row is locked while an invoice is issued, so there are no gaps.
create table billing_invoice_series (
	prefix text not null,
	last bigint not null,
	constraint billing_invoice_series_pkey primary key (prefix),
	constraint billing_invoice_series_prefix_check check (char_length(prefix) between 1 and 16),
	constraint billing_invoice_series_last_check check (last > 0)
);

-- Invoices and credit notes. What they say never changes: only their state does. Amounts are in the smallest unit of the currency; those of
-- credit notes are what is taken back.
create table billing_invoices (
	id bigint generated always as identity,
	department_id bigint not null,
	kind text not null,
	prefix text not null,
	sequence bigint not null,
	number text not null,
	corrects_id bigint,
	provider text not null,
	reference text not null default '', -- of the invoice or credit note at the provider
	plan_id bigint,
	period_start date,
	period_end date, -- the day after the last
	currency text not null,
	lines jsonb not null,
	subtotal bigint not null,
	discount bigint not null,
	tax bigint not null,
	total bigint not null,
	tax_treatment text not null,
	seller jsonb not null,
	buyer jsonb not null,
	note text not null default '',
	language text not null,
	issued_on date not null,
	due_on date,
	created_at timestamptz not null,
	state text not null,
	paid_at timestamptz,
	payment_url text not null default '',
	constraint billing_invoices_pkey primary key (id),
	constraint billing_invoices_department_id_key unique (department_id, id),
	constraint billing_invoices_sequence_key unique (prefix, sequence),
	constraint billing_invoices_department_id_fkey foreign key (department_id) references departments (id),
	constraint billing_invoices_prefix_fkey foreign key (prefix) references billing_invoice_series (prefix),
	constraint billing_invoices_corrects_fkey foreign key (department_id, corrects_id) references billing_invoices (department_id, id),
	constraint billing_invoices_plan_id_fkey foreign key (plan_id) references billing_plans (id),
	constraint billing_invoices_kind_check check ((kind = 'credit_note') = (corrects_id is not null) and kind in ('invoice', 'credit_note')),
	constraint billing_invoices_state_check check (state in ('open', 'paid', 'void', 'uncollectible')),
	constraint billing_invoices_paid_check check ((state = 'paid') = (paid_at is not null)),
	constraint billing_invoices_currency_check check (currency ~ '^[A-Z]{3}$'),
	constraint billing_invoices_total_check check (total = subtotal - discount + tax)
);
create index billing_invoices_list_idx on billing_invoices (department_id, id desc);
create unique index billing_invoices_reference_key on billing_invoices (provider, reference) where reference <> '';
create index billing_invoices_due_idx on billing_invoices (due_on) where state = 'open';
create index billing_invoices_corrects_idx on billing_invoices (department_id, corrects_id) where corrects_id is not null;
call protect_by_department('billing_invoices');
revoke update, delete on billing_invoices from laurel_app;
grant update (state, paid_at, payment_url) on billing_invoices to laurel_app;

-- What providers have sent, so that nothing is handled twice. Whose it is stays out: it is found again in the job.
create table billing_provider_events (
	provider text not null,
	id text not null,
	type text not null,
	received_at timestamptz not null,
	constraint billing_provider_events_pkey primary key (provider, id),
	constraint billing_provider_events_id_check check (char_length(id) between 1 and 255 and char_length(type) <= 255)
);
create index billing_provider_events_received_idx on billing_provider_events (received_at);
call protect_for_system('billing_provider_events');
