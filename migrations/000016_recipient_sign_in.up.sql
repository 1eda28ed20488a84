-- Recipients sign in by themselves: with a mailed code or link, or with a password. A session no longer needs an issuer's link.
alter table recipient_sessions alter column department_id drop not null, alter column link_id drop not null;

-- next step
-- A person with several addresses has a row for each: person_id of the others names the primary one.
alter table recipients add column password_hash text, add column person_id bigint;

-- next step
create index concurrently if not exists recipients_person_idx on recipients (person_id) where person_id is not null;

-- next step
alter table recipients add constraint recipients_person_id_fkey foreign key (person_id) references recipients (id) on delete set null not valid;

-- next step
alter table recipients validate constraint recipients_person_id_fkey;

-- next step
create table recipient_sign_ins (
	id bigint generated always as identity not null,
	purpose text not null,
	email text not null,
	recipient_id bigint,
	language text not null,
	request_hash bytea not null,
	token_hash bytea,
	sealed_code bytea,
	tries integer default 0 not null,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at timestamptz,
	constraint recipient_sign_ins_email_check check (email = lower(email) and char_length(email) <= 320),
	constraint recipient_sign_ins_pkey primary key (id),
	constraint recipient_sign_ins_purpose_check check (purpose in ('sign_in', 'password', 'retrieve', 'email')),
	constraint recipient_sign_ins_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint recipient_sign_ins_request_hash_key unique (request_hash),
	constraint recipient_sign_ins_token_hash_key unique (token_hash)
);
create index recipient_sign_ins_expires_idx on recipient_sign_ins (expires_at);
create index recipient_sign_ins_recipient_idx on recipient_sign_ins (recipient_id) where recipient_id is not null;
alter table recipient_sign_ins enable row level security;
alter table recipient_sign_ins force row level security;
create policy system on recipient_sign_ins using ((select app_system()));
grant delete, insert, select, update on recipient_sign_ins to laurel_app;
