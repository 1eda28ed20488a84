-- Departments, their members, how people and programs sign in, and the audit log.

-- Departments are the tenants.
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
	deleted_at timestamptz,
	hold_minutes integer not null default 0 check (hold_minutes between 0 and 60), -- default for new publications: see publications.hold_until
	page_banner text not null default '' check (char_length(page_banner) <= 2048), -- wide picture on public pages; empty: none
	whitelabel_logo text not null default '' check (char_length(whitelabel_logo) <= 2048), -- replaces logo and name on public pages; empty: none
	contact_email text not null default '' check (char_length(contact_email) <= 320), -- Open Badges 2.0 requires one; empty: the sender address of the installation
	undeclared_attributes text not null default 'keep' check (undeclared_attributes in ('keep', 'declare')) -- what happens to attributes in API requests that the department has not defined
);
create index departments_meta_data_idx on departments using gin (meta_data);

-- People who issue. Accounts exist only once their address is confirmed; see sign_ups.
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

-- A member who was added without an invitation is named by the id of the account.
create function memberships_member_id() returns trigger language plpgsql as $$
begin
	new.member_id := coalesce(new.member_id, new.user_id);
	return new;
end $$;

-- Which people belong to which departments, and what they may do.
create table memberships (
	user_id bigint not null references users on delete cascade,
	department_id bigint not null references departments,
	role text not null check (
		role in ('administrator', 'viewer')
		or role ~ '^partial:((analytics|attributes|designs|editor|emails|settings)(,(analytics|attributes|designs|editor|emails|settings)){0,5})?(/[0-9]+(,[0-9]+)*)?$'
		),
	created_at timestamptz not null,
	primary key (user_id, department_id),
	-- The id of a member in the API: that of the accepted invitation, or else that of the account. Both come from one sequence, so an id never
	-- means two people.
	member_id bigint not null
);
create index memberships_department_idx on memberships (department_id);
create unique index memberships_member_id_key on memberships (department_id, member_id);
call protect_by_department('memberships');

create trigger memberships_member_id before insert on memberships for each row execute function memberships_member_id();

-- The present and former members of a department. Lists and histories show the names of colleagues who left.
create table department_users (
	department_id bigint not null references departments,
	user_id bigint not null references users on delete cascade,
	primary key (department_id, user_id)
);
create index department_users_user_idx on department_users (user_id);
call protect_by_department('department_users');

create function memberships_remember_user() returns trigger language plpgsql as $$
begin
	insert into department_users (department_id, user_id) values (new.department_id, new.user_id) on conflict do nothing;
	return new;
end $$;
create trigger memberships_remember_user after insert on memberships for each row execute function memberships_remember_user();

-- A department reads the accounts of its present and former members. Only the system, such as signing in, reads others or changes any.
call protect_for_system('users');
create policy department on users for select using (
	exists (select from department_users d where d.department_id = (select app_department()) and d.user_id = users.id));

-- Invitations that were not accepted yet. A membership is created on acceptance, so a department learns nothing about an account before that. Ids
-- come from the same sequence as those of users: see memberships.member_id.
create table invitations (
	id bigint primary key default nextval('users_id_seq'),
	department_id bigint not null references departments,
	email text not null check (char_length(email) <= 320 and email = lower(email)),
	name text not null check (char_length(name) <= 255),
	language text not null default 'en',
	role text not null,
	token_hash bytea not null unique,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	unique (department_id, email)
);
create index invitations_expires_idx on invitations (expires_at);
call protect_by_department('invitations');

-- Accounts whose address is not confirmed yet. They are kept out of users so that neither signing up nor signing in reveals whether an address
-- has an account, and so that only the owner of the address can choose its password.
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
call protect_for_system('sign_ups');

-- Browser sessions. Only a hash of the token is stored.
create table sessions (
	id bigint generated always as identity primary key,
	token_hash bytea not null unique,
	user_id bigint not null references users on delete cascade,
	selected_department bigint references departments,
	bound boolean not null default false, -- signed in on behalf of the selected department (SSO), cannot switch to another
	ip text not null default '',
	user_agent text not null default '',
	created_at timestamptz not null,
	last_seen_at timestamptz not null,
	expires_at timestamptz not null
);
create index sessions_user_idx on sessions (user_id);
create index sessions_expires_idx on sessions (expires_at);
call protect_for_system('sessions');

-- One-time secrets sent by email or link: to verify an address, reset a password, or sign in by SSO.
create table user_tokens (
	token_hash bytea primary key,
	kind text not null check (kind in ('verify', 'reset', 'sso')),
	user_id bigint not null references users on delete cascade,
	selected_department bigint references departments,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at timestamptz
);
create index user_tokens_user_idx on user_tokens (user_id, kind);
call protect_for_system('user_tokens');

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
	revoked_at timestamptz,
	scopes text not null default '', -- empty: access decides
	group_ids bigint[] not null default '{}', -- empty: all groups
	networks text[] not null default '{}', -- empty: any address
	expires_at timestamptz,
	last_used_ip text not null default '',
	old_token_hash bytea unique, -- the secret before a rotation, valid until old_until
	old_until timestamptz,
	test boolean not null default false, -- creates test credentials, which are never emailed and deleted after a month
	rate integer not null default 0 check (rate between 0 and 1000000) -- requests per minute; 0: the limit of the installation
);
create unique index api_keys_name_key on api_keys (department_id, lower(name)) where revoked_at is null;
call protect_by_department('api_keys');

-- Recent requests of API keys, for debugging integrations. No secrets and no bodies are stored. There are no foreign keys: rows are written after
-- every request, when key and department were just read, and neither is ever deleted; checking them took half of the time of the insert.
create table api_key_requests (
	id bigint generated always as identity primary key,
	department_id bigint not null,
	api_key_id bigint not null,
	method text not null check (char_length(method) <= 10),
	path text not null check (char_length(path) <= 200),
	status integer not null,
	milliseconds integer not null,
	request_id text not null check (char_length(request_id) <= 64),
	code text not null default '' check (char_length(code) <= 100), -- error code
	ip text not null,
	at timestamptz not null
);
create index api_key_requests_key_idx on api_key_requests (api_key_id, id desc);
create index api_key_requests_at_idx on api_key_requests using brin (at);
call protect_by_department('api_key_requests');

-- The audit log.
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
	created_at timestamptz not null,
	embed_session_id bigint,
	recipient_id bigint,
	system text -- the part of the product that acted by itself
);
create index audit_events_department_idx on audit_events (department_id, id);
create index audit_events_object_idx on audit_events (department_id, object_kind, object_id, id);
call protect_by_department('audit_events');

-- The audit log is append-only for the program.
revoke update, delete on audit_events from laurel_app;

-- Responses to mutating requests, replayed for a day when the same Idempotency-Key is sent again.
create table idempotency_keys (
	department_id bigint not null references departments,
	key text not null check (char_length(key) between 1 and 255),
	request_hash bytea not null,
	status integer, -- null while the first request is in progress
	body bytea,
	created_at timestamptz not null,
	primary key (department_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
call protect_by_department('idempotency_keys');

-- Named filters of the credential list, per person and department.
create table saved_filters (
	id bigint generated always as identity (start with 1001) primary key,
	department_id bigint not null references departments,
	user_id bigint not null references users on delete cascade,
	name text not null check (char_length(name) between 1 and 255),
	query text not null check (char_length(query) between 1 and 2000), -- the query string of the list
	is_default boolean not null default false, -- applied when the list is opened
	created_at timestamptz not null,
	updated_at timestamptz not null
);
create unique index saved_filters_name_key on saved_filters (department_id, user_id, lower(name));
create unique index saved_filters_default_key on saved_filters (department_id, user_id) where is_default;
call protect_by_department('saved_filters');
