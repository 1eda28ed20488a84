-- Accounts that somebody asked for and whose address is not confirmed yet. Nothing is in users before that, so that neither signing up nor
-- signing in tells whether an address has an account, and the password of an account is one that the owner of the address chose.
create table sign_ups (
	token_hash bytea primary key,
	email text not null check (char_length(email) <= 320 and email = lower(email)),
	name text not null check (char_length(name) <= 255),
	password_hash text not null,
	language text not null,
	department_name text not null check (char_length(department_name) <= 255),
	created_at timestamptz not null,
	expires_at timestamptz not null
);
create index sign_ups_email_idx on sign_ups (email);
create index sign_ups_expires_idx on sign_ups (expires_at);
