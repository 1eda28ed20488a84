-- Passkeys of users, and the challenges that their devices sign once.
create table user_passkeys (
	id bigint generated always as identity not null,
	user_id bigint not null,
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
	constraint user_passkeys_credential_id_check check (length(credential_id) between 1 and 1023),
	constraint user_passkeys_credential_id_key unique (credential_id),
	constraint user_passkeys_pkey primary key (id),
	constraint user_passkeys_sign_count_check check (sign_count between 0 and 4294967295),
	constraint user_passkeys_user_handle_check check (length(user_handle) between 1 and 64),
	constraint user_passkeys_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index user_passkeys_user_idx on user_passkeys (user_id);
alter table user_passkeys enable row level security;
alter table user_passkeys force row level security;
create policy system on user_passkeys using ((select app_system()));
grant delete, insert, select, update on user_passkeys to laurel_app;

create table user_passkey_challenges (
	id bigint generated always as identity not null,
	challenge_hash bytea not null,
	user_id bigint,
	user_handle bytea,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	constraint user_passkey_challenges_challenge_hash_key unique (challenge_hash),
	constraint user_passkey_challenges_pkey primary key (id),
	constraint user_passkey_challenges_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index user_passkey_challenges_expires_idx on user_passkey_challenges (expires_at);
create index user_passkey_challenges_user_idx on user_passkey_challenges (user_id) where user_id is not null;
alter table user_passkey_challenges enable row level security;
alter table user_passkey_challenges force row level security;
create policy system on user_passkey_challenges using ((select app_system()));
grant delete, insert, select, update on user_passkey_challenges to laurel_app;
