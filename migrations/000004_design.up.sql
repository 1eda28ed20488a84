-- Custom attributes, uploads, designs and their versions, fonts, and the embedded design editor.

-- Custom attributes that a department defined for its credentials.
create table attribute_keys (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 255),
	key text not null check (key ~ '^[a-z][a-z0-9_]*$'),
	kind text not null check (kind in ('text', 'date', 'email', 'image')),
	draft boolean not null default false,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint attribute_keys_department_key_key unique (department_id, key)
);
call protect_by_department('attribute_keys');

-- Files that browsers uploaded with a presigned POST. They can be used once they were checked.
create table uploads (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	preset text not null check (preset in ('s3_policy', 'templates', 'evidence', 'organizations', 'fonts')),
	object_key text not null unique,
	content_type text not null,
	file_name text not null,
	max_bytes bigint not null,
	state text not null default 'pending' check (state in ('pending', 'ready', 'refused')),
	public_key text unique, -- where the checked copy is stored
	bytes bigint,
	width integer,
	height integer,
	created_by bigint references users on delete set null,
	created_at timestamptz not null,
	checked_at timestamptz,
	served_as text -- of evidence: the content type of the checked copy
);
create index uploads_department_idx on uploads (department_id, id);
create index uploads_pending_idx on uploads (created_at) where state = 'pending';
-- Finds uploaded evidence that no evidence item uses, which is deleted.
create index uploads_evidence_idx on uploads (checked_at) where preset = 'evidence' and state = 'ready';
call protect_by_department('uploads');

-- Certificate and badge designs. The content is in design_versions.
create table designs (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 1530), -- HTML-escaped: 255 characters of up to six each
	kind text not null check (kind in ('certificate', 'badge')),
	size text not null,
	orientation text not null check (orientation in ('landscape', 'portrait')),
	language text not null default 'en',
	current_version_id bigint,
	meta_data jsonb not null default '{}',
	created_at timestamptz not null,
	updated_at timestamptz not null,
	unique (department_id, id)
);
create index designs_department_idx on designs (department_id, updated_at desc, id desc);
call protect_by_department('designs');

-- Every save of a design creates a version. Versions never change.
create table design_versions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	design_id bigint not null,
	number integer not null,
	uuid uuid not null unique, -- in public URLs of pictures
	document jsonb not null,
	document_hash bytea not null,
	created_by bigint references users on delete set null,
	created_at timestamptz not null,
	unique (design_id, number),
	unique (department_id, id),
	constraint design_versions_design_fkey foreign key (department_id, design_id) references designs (department_id, id) on delete cascade,
	name text not null default '' check (char_length(name) <= 1530) -- the name of the design when the version was saved
);
call protect_by_department('design_versions');

alter table designs add constraint designs_current_version_fkey
	foreign key (department_id, current_version_id) references design_versions (department_id, id) deferrable initially deferred;

-- Design names are stored HTML-escaped; they are searched and sorted by the original text.
create function unescaped(name text) returns text language sql immutable parallel safe as $$
	select replace(replace(replace(replace(replace(replace(name,
		'&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#x27;', chr(39)), '&#x2F;', '/'), '&amp;', '&')
$$;

-- Fonts uploaded by departments. Deleting a font only hides it, and its names stay reserved, so that issued credentials print as before.
create table fonts (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 100),
	style text not null check (style in ('sans', 'serif', 'script', 'display', 'mono')),
	licensed_by bigint references users on delete set null, -- who confirmed the licence; null: an API key
	created_at timestamptz not null,
	updated_at timestamptz not null,
	deleted_at timestamptz,
	constraint fonts_department_id_key unique (department_id, id)
);
create index fonts_department_idx on fonts (department_id, lower(name)) where deleted_at is null;
call protect_by_department('fonts');

-- Every current and former name of a font, in lower case.
create table font_names (
	department_id bigint not null references departments,
	key text not null,
	font_id bigint not null,
	primary key (department_id, key),
	constraint font_names_font_fkey foreign key (department_id, font_id) references fonts (department_id, id)
);
call protect_by_department('font_names');

-- One weight and style of a font. The file is stored under its hash.
create table font_files (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	font_id bigint not null,
	weight smallint not null check (weight between 100 and 900 and weight % 100 = 0),
	italic boolean not null,
	hash text not null check (hash ~ '^[0-9a-f]{64}$'),
	ending text not null check (ending in ('ttf', 'otf', 'woff2')),
	bytes integer not null,
	characters text not null, -- as a CSS unicode-range
	file_name text not null,
	created_at timestamptz not null,
	constraint font_files_style_key unique (font_id, weight, italic),
	constraint font_files_font_fkey foreign key (department_id, font_id) references fonts (department_id, id)
);
create index font_files_department_idx on font_files (department_id, font_id);
call protect_by_department('font_files');

-- The design editor embedded in other products: who may frame it, and with which secrets it is opened.
create table embed_settings (
	department_id bigint primary key references departments,
	plain_contract boolean not null -- whether a long-lived authorization may be in the URL
);
call protect_by_department('embed_settings');

-- Origins (scheme, host and port) that may frame the design editor.
create table embed_origins (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	origin text not null check (char_length(origin) <= 300),
	created_at timestamptz not null,
	constraint embed_origins_key unique (department_id, origin)
);
call protect_by_department('embed_origins');

-- What opens an embedded design editor: a one-time code, a token valid for hours, or a long-lived authorization in the URL. A grant is valid
-- while the API key, user or session that made it is; see EmbedResolve.
create table embed_grants (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	kind text not null check (kind in ('code', 'token', 'plain')),
	secret_hash bytea unique, -- null for kind plain, whose secret is the caller's own
	design_id bigint,
	design_kind text not null check (design_kind in ('certificate', 'badge')),
	allowed_origin text not null default '', -- empty: all origins of the department
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

-- An embedded design editor that a grant opened.
create table embed_sessions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	grant_id bigint not null,
	created_at timestamptz not null,
	ended_at timestamptz, -- ended because a token was used twice
	constraint embed_sessions_department_id_key unique (department_id, id),
	constraint embed_sessions_grant_fkey foreign key (department_id, grant_id) references embed_grants (department_id, id) on delete cascade
);
create index embed_sessions_grant_idx on embed_sessions (grant_id);
call protect_by_department('embed_sessions');

-- Access and refresh tokens of an embedded session.
create table embed_tokens (
	token_hash bytea primary key,
	department_id bigint not null references departments,
	session_id bigint not null,
	kind text not null check (kind in ('bearer', 'refresh')),
	expires_at timestamptz not null,
	used_at timestamptz, -- of a refresh token
	constraint embed_tokens_session_fkey foreign key (department_id, session_id) references embed_sessions (department_id, id) on delete cascade
);
create index embed_tokens_session_idx on embed_tokens (session_id);
call protect_by_department('embed_tokens');
