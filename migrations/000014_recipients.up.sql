-- Recipients, one per address over all departments, and how they sign in.

create table recipients (
	id bigint generated always as identity primary key,
	email text not null check (email = lower(email) and char_length(email) <= 320),
	name text not null check (char_length(name) between 1 and 255), -- as their first credential has it
	locale text not null default 'en',
	state text not null default 'passive' check (state in ('passive', 'active')), -- active: they have signed in by themselves
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint recipients_email_key unique (email)
);

-- A link that signs a recipient in once. A limited one was made by an issuer and shows no other department's credentials; a full
-- one was mailed to the recipient's own address.
create table recipient_links (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	recipient_id bigint not null references recipients on delete cascade,
	token_hash bytea not null unique,
	level text not null check (level in ('limited', 'full')),
	created_by bigint references users on delete set null,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	used_at timestamptz,
	revoked_at timestamptz,
	constraint recipient_links_department_id_key unique (department_id, id),
	constraint recipient_links_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index recipient_links_credential_idx on recipient_links (department_id, credential_id);
create index recipient_links_recipient_idx on recipient_links (recipient_id);
create index recipient_links_expires_idx on recipient_links (expires_at);
call protect_by_department('recipient_links');

create table recipient_sessions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments, -- of the link; it bounds what a limited session shows
	link_id bigint not null,
	recipient_id bigint not null references recipients on delete cascade,
	token_hash bytea not null unique,
	level text not null check (level in ('limited', 'full')),
	ip text not null,
	user_agent text not null check (char_length(user_agent) <= 255),
	created_at timestamptz not null,
	last_seen_at timestamptz not null,
	idle_after timestamptz not null, -- it ends then unless it is used before
	expires_at timestamptz not null,
	constraint recipient_sessions_link_fkey foreign key (department_id, link_id) references recipient_links (department_id, id) on delete cascade
);
create index recipient_sessions_link_idx on recipient_sessions (link_id);
create index recipient_sessions_recipient_idx on recipient_sessions (recipient_id);
create index recipient_sessions_expires_idx on recipient_sessions (least(idle_after, expires_at));
call protect_by_department('recipient_sessions');

alter table audit_events add column recipient_id bigint;

-- What one person holds, in all departments.
create index credentials_owner_idx on credentials (lower(recipient_email), id desc) where state not in ('draft', 'scheduled', 'deleted');
