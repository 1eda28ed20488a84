-- The authenticator app of a dashboard user. The secret is sealed; last_step is the time step of the latest code that was accepted, so
-- that no code works twice. A row without confirmed_at is an enrolment that nobody finished yet.
create table user_totp (
	user_id bigint not null,
	sealed_secret bytea not null,
	last_step bigint default 0 not null,
	created_at timestamptz not null,
	confirmed_at timestamptz,
	constraint user_totp_pkey primary key (user_id),
	constraint user_totp_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
alter table user_totp enable row level security;
alter table user_totp force row level security;
create policy system on user_totp using ((select app_system()));
grant delete, insert, select, update on user_totp to laurel_app;

-- Recovery codes, each usable once in place of a code from the app.
create table user_recovery_codes (
	user_id bigint not null,
	code_hash bytea not null,
	created_at timestamptz not null,
	used_at timestamptz,
	constraint user_recovery_codes_pkey primary key (user_id, code_hash),
	constraint user_recovery_codes_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
alter table user_recovery_codes enable row level security;
alter table user_recovery_codes force row level security;
create policy system on user_recovery_codes using ((select app_system()));
grant delete, insert, select, update on user_recovery_codes to laurel_app;

-- next step
-- A sign-in that waits for its second step is a token of its own kind.
alter table user_tokens add constraint user_tokens_kind_known_check check (kind in ('verify', 'reset', 'sso', 'second_factor')) not valid;
alter table user_tokens drop constraint if exists user_tokens_kind_check;

-- next step
alter table user_tokens validate constraint user_tokens_kind_known_check;
