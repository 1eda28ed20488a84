-- Passkeys of recipients, and the challenges that their devices sign once.
create table recipient_passkeys (
	id bigint generated always as identity not null,
	recipient_id bigint not null,
	credential_id bytea not null,
	user_handle bytea not null,
	public_key bytea not null,
	name text not null,
	sign_count bigint not null,
	transports text[] not null,
	backup_eligible boolean not null,
	backed_up boolean not null,
	created_at timestamptz not null,
	last_used_at timestamptz,
	constraint recipient_passkeys_credential_id_check check (length(credential_id) between 1 and 1023),
	constraint recipient_passkeys_credential_id_key unique (credential_id),
	constraint recipient_passkeys_pkey primary key (id),
	constraint recipient_passkeys_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint recipient_passkeys_sign_count_check check (sign_count between 0 and 4294967295),
	constraint recipient_passkeys_user_handle_check check (length(user_handle) between 1 and 64)
);
create index recipient_passkeys_recipient_idx on recipient_passkeys (recipient_id);
alter table recipient_passkeys enable row level security;
alter table recipient_passkeys force row level security;
create policy system on recipient_passkeys using ((select app_system()));
grant delete, insert, select, update on recipient_passkeys to laurel_app;

create table recipient_passkey_challenges (
	id bigint generated always as identity not null,
	challenge_hash bytea not null,
	recipient_id bigint,
	user_handle bytea,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	constraint recipient_passkey_challenges_challenge_hash_key unique (challenge_hash),
	constraint recipient_passkey_challenges_pkey primary key (id),
	constraint recipient_passkey_challenges_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade
);
create index recipient_passkey_challenges_expires_idx on recipient_passkey_challenges (expires_at);
create index recipient_passkey_challenges_recipient_idx on recipient_passkey_challenges (recipient_id) where recipient_id is not null;
alter table recipient_passkey_challenges enable row level security;
alter table recipient_passkey_challenges force row level security;
create policy system on recipient_passkey_challenges using ((select app_system()));
grant delete, insert, select, update on recipient_passkey_challenges to laurel_app;
