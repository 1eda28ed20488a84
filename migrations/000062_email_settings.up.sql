-- Addresses that emails of a department come from once their owner followed the link that was mailed there. The token is hashed.
create table sender_addresses (
	id bigint generated always as identity,
	department_id bigint not null,
	email text not null,
	token_hash bytea,
	sent_at timestamptz not null, -- when the link was mailed last
	verified_at timestamptz,
	created_at timestamptz not null,
	constraint sender_addresses_pkey primary key (id),
	constraint sender_addresses_department_id_fkey foreign key (department_id) references departments (id),
	constraint sender_addresses_department_id_key unique (department_id, id),
	constraint sender_addresses_token_hash_key unique (token_hash),
	constraint sender_addresses_email_check check (char_length(email) between 3 and 320)
);
create unique index sender_addresses_email_key on sender_addresses (department_id, lower(email));
call protect_by_department('sender_addresses');

-- How the emails of a department go out. A department without a row has the defaults.
create table email_settings (
	department_id bigint not null,
	from_name text not null default '',
	sender_address_id bigint, -- null: the installation's address
	reply_to text not null default '',
	cc text[] not null default '{}',
	bcc text[] not null default '{}',
	support_name text not null default '',
	support_email text not null default '',
	support_phone text not null default '',
	switched_off text[] not null default '{}', -- events without emails
	daily_cap integer,
	per_minute integer,
	quiet_from smallint, -- minutes since midnight in the department's time zone
	quiet_until smallint,
	updated_at timestamptz not null,
	constraint email_settings_pkey primary key (department_id),
	constraint email_settings_department_id_fkey foreign key (department_id) references departments (id),
	constraint email_settings_sender_address_fkey foreign key (department_id, sender_address_id) references sender_addresses (department_id, id),
	constraint email_settings_daily_cap_check check (daily_cap > 0),
	constraint email_settings_per_minute_check check (per_minute > 0),
	constraint email_settings_quiet_check check ((quiet_from is null) = (quiet_until is null) and quiet_from between 0 and 1439
		and quiet_until between 0 and 1439 and quiet_from <> quiet_until)
);
call protect_by_department('email_settings');

-- How many emails of a department have their turn in the latest minute and on the latest day that were given away.
create table email_paces (
	department_id bigint not null,
	minute timestamptz not null,
	in_minute integer not null,
	day date not null,
	in_day integer not null,
	constraint email_paces_pkey primary key (department_id),
	constraint email_paces_department_id_fkey foreign key (department_id) references departments (id)
);
call protect_by_department('email_paces');

-- not_before is the turn of an email that obeys the limits of its department, and waits_for the limit; sent_from is the address it came from.
alter table mails
	add column not_before timestamptz,
	add column waits_for text not null default '',
	add column sent_from text not null default '';
