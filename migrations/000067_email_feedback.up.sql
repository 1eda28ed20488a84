-- What became of emails after they were handed over: outcome is '' (nothing is known), 'delivered', 'bounced' or 'complained', and retries
-- counts how often an email was sent again because a mailbox did not take it for the moment.
alter table mails
	add column outcome text not null default '',
	add column outcome_at timestamptz,
	add column retries smallint not null default 0;

-- next step
create index concurrently if not exists mails_message_idx on mails (message_id);

-- next step
create index concurrently if not exists mails_sealed_idx on mails (sent_at) where sealed is not null and state = 'sent';

-- next step
-- What mail servers and providers reported about emails. key tells reports apart, so that one which arrives twice counts once.
create table mail_reports (
	id bigint generated always as identity,
	department_id bigint not null,
	mail_id bigint not null,
	key text not null,
	kind text not null,
	address text not null, -- in lower case
	status text not null default '', -- RFC 3463, such as 5.1.1
	reason text not null default '',
	at timestamptz not null,
	constraint mail_reports_pkey primary key (id),
	constraint mail_reports_department_id_fkey foreign key (department_id) references departments (id),
	constraint mail_reports_mail_id_fkey foreign key (mail_id) references mails (id) on delete cascade,
	constraint mail_reports_key_key unique (mail_id, key),
	constraint mail_reports_kind_check check (kind in ('delivered', 'delayed', 'soft', 'hard', 'complaint'))
);
create index mail_reports_address_idx on mail_reports (department_id, address, at);
call protect_by_department('mail_reports');

-- Addresses that a department sends no more emails to, except those that somebody waits for.
create table suppressions (
	id bigint generated always as identity,
	department_id bigint not null,
	email text not null, -- in lower case
	reason text not null,
	detail text not null default '', -- what the mail server said
	mail_id bigint, -- the email that it was about, while it is kept
	created_at timestamptz not null,
	constraint suppressions_pkey primary key (id),
	constraint suppressions_department_id_fkey foreign key (department_id) references departments (id),
	constraint suppressions_mail_id_fkey foreign key (mail_id) references mails (id) on delete set null,
	constraint suppressions_email_key unique (department_id, email),
	constraint suppressions_email_check check (char_length(email) between 3 and 320),
	constraint suppressions_reason_check check (reason in ('hard_bounce', 'soft_bounces', 'complaint', 'manual'))
);
create index suppressions_mail_id_idx on suppressions (mail_id) where mail_id is not null;
call protect_by_department('suppressions');

-- How a department that sends through a mail server of its own learns what became of its emails: a provider calls a webhook, or bounces
-- arrive at a mailbox that is read over IMAP. Secrets are sealed.
create table email_feedback (
	department_id bigint not null,
	uuid uuid not null default gen_random_uuid(), -- in the address of the webhook
	provider text not null default '',
	sealed_secret bytea,
	bounce_address text not null default '',
	imap_host text not null default '',
	imap_port integer not null default 993,
	imap_username text not null default '',
	imap_sealed_password bytea,
	imap_folder text not null default 'INBOX',
	polled_at timestamptz,
	failure text not null default '',
	updated_at timestamptz not null,
	constraint email_feedback_pkey primary key (department_id),
	constraint email_feedback_department_id_fkey foreign key (department_id) references departments (id),
	constraint email_feedback_uuid_key unique (uuid),
	constraint email_feedback_provider_check check (provider in ('', 'ses', 'postmark', 'mailgun', 'sendgrid'))
);
call protect_by_department('email_feedback');
