-- Who uses Laurel: departments, issuer users, what they may do, and the record of what they did.

do $$ begin
	create role laurel_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
exception when duplicate_object or unique_violation then null;
end $$;
-- The login role acts as laurel_app (internal/pg); membership is what allows it to.
do $$ begin
	execute format('grant laurel_app to %I', current_user);
exception when others then
	if not pg_has_role(current_user, 'laurel_app', 'member') then raise; end if;
end $$;
grant usage on schema public to laurel_app;
grant select, insert, update, delete on all tables in schema public to laurel_app;
grant usage, select on all sequences in schema public to laurel_app;
alter default privileges in schema public grant select, insert, update, delete on tables to laurel_app;
alter default privileges in schema public grant usage, select on sequences to laurel_app;

-- What row-level security asks: may this transaction see rows of the department?
-- The settings are made by internal/pg at BEGIN; unset means no row at all.
create function app_department() returns bigint language sql stable parallel safe
	as $$ select nullif(current_setting('app.department', true), '')::bigint $$;
create function app_system() returns boolean language sql stable parallel safe
	as $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;

-- Every table with a department_id gets the same wall.
create procedure protect_by_department(tbl regclass) language plpgsql as $$
begin
	execute format('alter table %s enable row level security', tbl);
	execute format('alter table %s force row level security', tbl);
	execute format('create policy department on %s using (department_id = (select app_department()) or (select app_system()))', tbl);
end $$;

create table departments (
	id bigint generated always as identity (start with 1001) primary key,
	name text not null default '' check (char_length(name) <= 255),
	url text not null default '' check (char_length(url) <= 2048),
	logo text not null default '' check (char_length(logo) <= 2048),
	description text not null default '' check (char_length(description) <= 5000),
	language text not null default 'en',
	time_zone text not null default 'UTC',
	generate_private_credential boolean not null default false,
	linkedin_company_id text not null default '',
	meta_data jsonb not null default '{}',
	created_at timestamptz not null,
	updated_at timestamptz not null,
	deleted_at timestamptz
);
create index departments_meta_data_idx on departments using gin (meta_data);

create table users (
	id bigint generated always as identity primary key,
	email text not null check (char_length(email) <= 320),
	name text not null default '' check (char_length(name) <= 255),
	password_hash text, -- argon2id; null until the account is claimed
	language text not null default 'en',
	verified_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null
);
create unique index users_email_key on users (lower(email));

create table memberships (
	user_id bigint not null references users on delete cascade,
	department_id bigint not null references departments,
	role text not null check (role in ('administrator', 'viewer')),
	created_at timestamptz not null,
	primary key (user_id, department_id)
);
create index memberships_department_idx on memberships (department_id);
call protect_by_department('memberships');

-- Signed-in browsers. Only the hash of the token is kept.
create table sessions (
	id bigint generated always as identity primary key,
	token_hash bytea not null unique,
	user_id bigint not null references users on delete cascade,
	selected_department bigint references departments,
	bound boolean not null default false, -- signed in on behalf of the selected department (SSO): sees no other
	ip text not null default '',
	user_agent text not null default '',
	created_at timestamptz not null,
	last_seen_at timestamptz not null,
	expires_at timestamptz not null
);
create index sessions_user_idx on sessions (user_id);
create index sessions_expires_idx on sessions (expires_at);

-- One-use secrets that travel by mail or link: verify an address, reset a password, claim an account, sign in by SSO.
create table user_tokens (
	token_hash bytea primary key,
	kind text not null check (kind in ('verify', 'reset', 'claim', 'sso')),
	user_id bigint not null references users on delete cascade,
	selected_department bigint references departments,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at timestamptz
);
create index user_tokens_user_idx on user_tokens (user_id, kind);

-- Attempts counted per key and window, shared by all processes. Keys are hashes: no address is kept here.
-- A window begins with its first attempt, so that "5 a minute" holds across every full minute of the clock.
create table throttles (
	key bytea primary key,
	window_start timestamptz not null,
	count integer not null
);
create index throttles_window_idx on throttles (window_start);

-- Proof-of-work answers that were used, so that each counts once.
create table captcha_uses (
	solution_hash bytea primary key,
	expires_at timestamptz not null
);
create index captcha_uses_expires_idx on captcha_uses (expires_at);

create table features (
	department_id bigint not null references departments,
	name text not null,
	enabled boolean not null,
	primary key (department_id, name)
);
call protect_by_department('features');

create table api_keys (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 255),
	token_hash bytea not null unique,
	last_characters text not null,
	access text not null check (access in ('read', 'write')),
	created_by bigint references users on delete set null,
	created_at timestamptz not null,
	last_used_at timestamptz,
	revoked_at timestamptz
);
create unique index api_keys_name_key on api_keys (department_id, lower(name)) where revoked_at is null;
call protect_by_department('api_keys');

create table audit_events (
	id bigint generated always as identity primary key,
	department_id bigint references departments,
	user_id bigint,
	api_key_id bigint,
	action text not null,
	object_kind text not null,
	object_id text not null,
	details jsonb not null default '{}',
	ip text not null default '',
	request_id text not null default '',
	created_at timestamptz not null
);
create index audit_events_department_idx on audit_events (department_id, id);
create index audit_events_object_idx on audit_events (department_id, object_kind, object_id, id);
call protect_by_department('audit_events');
-- What was done cannot be undone in the record.
revoke update, delete on audit_events from laurel_app;

-- Answers of mutating requests, replayed when the same Idempotency-Key comes again within a day.
create table idempotency_keys (
	department_id bigint not null references departments,
	key text not null check (char_length(key) between 1 and 255),
	request_hash bytea not null,
	status integer, -- null while the first request is under way
	body bytea,
	created_at timestamptz not null,
	primary key (department_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
call protect_by_department('idempotency_keys');
