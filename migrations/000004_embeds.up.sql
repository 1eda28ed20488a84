-- The design maker inside other products: who may frame it, and what lets a frame in.

create table embed_settings (
	department_id bigint primary key references departments,
	plain_contract boolean not null -- a long-lived authorization may stand in the address
);
call protect_by_department('embed_settings');

-- Pages that may hold the design maker: scheme, host and port, as browsers write an origin.
create table embed_origins (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	origin text not null check (char_length(origin) <= 300),
	created_at timestamptz not null,
	constraint embed_origins_key unique (department_id, origin)
);
call protect_by_department('embed_origins');

-- What opens a design maker: a one-use code, a token that stands for hours, or a long-lived authorization that came by itself.
-- It lives while the one who gave it does: see EmbedResolve.
create table embed_grants (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	kind text not null check (kind in ('code', 'token', 'plain')),
	secret_hash bytea unique, -- null for 'plain': that secret is somebody else's
	design_id bigint,
	design_kind text not null check (design_kind in ('certificate', 'badge')),
	allowed_origin text not null default '', -- empty: every origin of the department
	scopes text not null,
	locale text not null default '',
	user_ref text not null default '' check (char_length(user_ref) <= 255),
	api_key_id bigint references api_keys on delete cascade,
	user_id bigint references users on delete cascade,
	session_id bigint references sessions on delete cascade,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at timestamptz,
	constraint embed_grants_department_id_key unique (department_id, id),
	constraint embed_grants_design_fkey foreign key (department_id, design_id) references designs (department_id, id) on delete cascade
);
create index embed_grants_design_idx on embed_grants (department_id, design_id);
create index embed_grants_expires_idx on embed_grants (expires_at);
create index embed_grants_key_idx on embed_grants (api_key_id) where api_key_id is not null;
create index embed_grants_user_idx on embed_grants (user_id) where user_id is not null;
create index embed_grants_session_idx on embed_grants (session_id) where session_id is not null;
call protect_by_department('embed_grants');

-- A design maker that was opened by a grant.
create table embed_sessions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	grant_id bigint not null,
	created_at timestamptz not null,
	ended_at timestamptz, -- killed: a secret of its family came twice
	constraint embed_sessions_department_id_key unique (department_id, id),
	constraint embed_sessions_grant_fkey foreign key (department_id, grant_id) references embed_grants (department_id, id) on delete cascade
);
create index embed_sessions_grant_idx on embed_sessions (grant_id);
call protect_by_department('embed_sessions');

-- The short-lived secrets of an opened design maker.
create table embed_tokens (
	token_hash bytea primary key,
	department_id bigint not null references departments,
	session_id bigint not null,
	kind text not null check (kind in ('bearer', 'refresh')),
	expires_at timestamptz not null,
	used_at timestamptz, -- of a refresh
	constraint embed_tokens_session_fkey foreign key (department_id, session_id) references embed_sessions (department_id, id) on delete cascade
);
create index embed_tokens_session_idx on embed_tokens (session_id);
call protect_by_department('embed_tokens');

alter table audit_events add column embed_session_id bigint;
