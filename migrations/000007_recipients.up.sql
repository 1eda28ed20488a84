-- Recipients, and what they and others add to credentials: evidence, references and change requests.

-- Recipients, one per email address across all departments.
create table recipients (
	id bigint generated always as identity primary key,
	email text not null check (email = lower(email) and char_length(email) <= 320),
	name text not null check (char_length(name) between 1 and 255), -- as on their first credential
	locale text not null default 'en',
	state text not null default 'passive' check (state in ('passive', 'active')), -- active: has signed in
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint recipients_email_key unique (email),
	vanity text check (vanity ~ '^[a-z0-9](-?[a-z0-9]){2,39}$') -- the name in the URL of their public profile; null: no profile
);
create unique index recipients_vanity_key on recipients (vanity);
-- A recipient has credentials of many departments. A department reaches its recipients through its credentials.
call protect_for_system('recipients');

-- One-time sign-in links of recipients. A limited link was made by an issuer and shows credentials of its department only; a full link was
-- emailed to the address of the recipient.
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
	constraint recipient_links_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade,
	redirect_to text not null default '' check (char_length(redirect_to) <= 2048), -- where the link leads after signing in; empty: to the credential
	framed boolean not null default false, -- whether the department's allowed origins may frame the pages
	only_groups bigint[] not null default '{}' -- the groups of the key or member who made the link; empty: all of the department
);
create index recipient_links_credential_idx on recipient_links (department_id, credential_id);
create index recipient_links_recipient_idx on recipient_links (recipient_id);
create index recipient_links_expires_idx on recipient_links (expires_at);
call protect_by_department('recipient_links');

-- Sessions of recipients.
create table recipient_sessions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments, -- of the link; limits what a limited session shows
	link_id bigint not null,
	recipient_id bigint not null references recipients on delete cascade,
	token_hash bytea not null unique,
	level text not null check (level in ('limited', 'full')),
	ip text not null,
	user_agent text not null check (char_length(user_agent) <= 255),
	created_at timestamptz not null,
	last_seen_at timestamptz not null,
	idle_after timestamptz not null, -- ends then unless used before
	expires_at timestamptz not null,
	constraint recipient_sessions_link_fkey foreign key (department_id, link_id) references recipient_links (department_id, id) on delete cascade,
	only_groups bigint[] not null default '{}' -- as for recipient_links
);
create index recipient_sessions_link_idx on recipient_sessions (link_id);
create index recipient_sessions_recipient_idx on recipient_sessions (recipient_id);
create index recipient_sessions_expires_idx on recipient_sessions (least(idle_after, expires_at));
call protect_by_department('recipient_sessions');

-- Evidence for a credential, from its issuer or its recipient.
create table evidence_items (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	uuid uuid not null unique, -- in public URLs of the file
	category text not null default '' -- '': none, as some clients send it
		check (category in ('', 'file', 'url', 'video', 'grade', 'transcript', 'image', 'audio', 'credential', 'course_duration')),
	title text not null check (char_length(title) between 1 and 150),
	narrative text not null default '' check (char_length(narrative) <= 5000),
	url text not null default '' check (char_length(url) <= 2048),
	content jsonb not null default '{}', -- a grade, a transcript, the duration of a course, or text
	preview_url text not null default '',
	upload_id bigint unique references uploads,
	file_key text,
	file_name text,
	file_type text, -- the content type it is served with
	file_bytes bigint not null default 0 check (file_bytes >= 0),
	scan text not null default 'clean' check (scan in ('pending', 'clean', 'blocked')),
	position integer not null,
	hidden boolean not null default false,
	supplemental boolean not null default false, -- from the recipient
	visibility text not null default 'public' check (visibility in ('public', 'private', 'key_holders')),
	state text not null check (state in ('draft', 'submitted', 'accepted', 'rejected')),
	rejection text not null default '' check (char_length(rejection) <= 500),
	created_at timestamptz not null,
	updated_at timestamptz not null,
	submitted_at timestamptz, -- null: needs no approval
	constraint evidence_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade,
	constraint evidence_items_file_check check ((upload_id is null) = (file_key is null) and (file_key is null) = (file_name is null) and (file_key is null) = (file_type is null)),
	scanned_at timestamptz -- null: no scanner checked the file; scan is clean without a scanner
);
create index evidence_items_credential_idx on evidence_items (credential_id, position, id);
create index evidence_items_review_idx on evidence_items (department_id, state, submitted_at desc, id desc) where submitted_at is not null;
-- Finds the credentials of a department that have evidence.
create index evidence_items_department_idx on evidence_items (department_id, credential_id) where state <> 'draft';
call protect_by_department('evidence_items');

-- Whether a credential has accepted evidence. Groups may require it before publishing.
create function has_evidence(of_department bigint, of_credential bigint) returns boolean language sql stable as $$
	select exists (select from evidence_items
		where department_id = of_department and credential_id = of_credential and state = 'accepted' and scan <> 'blocked');
$$;

-- When the public evidence of a credential last changed.
create table evidence_changes (
	credential_id bigint primary key,
	department_id bigint not null references departments,
	changed_at timestamptz not null,
	constraint evidence_changes_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
call protect_by_department('evidence_changes');

-- References: what people say about a recipient, on a credential.
create table credential_references (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	asked_by text not null check (asked_by in ('issuer', 'recipient')), -- who requested it, and so decides on it
	relationship text not null default '' -- '': not told, as some clients do, or not yet
		check (relationship in ('', 'taught', 'managed', 'mentored', 'worked', 'studied', 'friends', 'stranger', 'professor')),
	words text not null default '' check (char_length(words) <= 5000),
	referee_name text not null check (char_length(referee_name) between 1 and 255),
	referee_email text not null default '' check (char_length(referee_email) <= 320),
	referee_title text not null default '' check (char_length(referee_title) <= 255),
	referee_url text not null default '' check (char_length(referee_url) <= 2048),
	referee_avatar text not null default '' check (char_length(referee_avatar) <= 2048),
	message text not null default '' check (char_length(message) <= 1000), -- to the referee
	position integer not null,
	state text not null check (state in ('requested', 'submitted', 'approved', 'rejected', 'withdrawn')),
	rejection text not null default '' check (char_length(rejection) <= 500),
	turn integer not null default 0, -- incremented with every email to the referee and every decision, so that each email is sent once
	token_hash bytea unique, -- of the latest link; null: nobody was emailed, or the referee withdrew
	token_expires_at timestamptz, -- null once words are submitted: a referee can always withdraw them
	requested_at timestamptz, -- null: the issuer entered the reference
	submitted_at timestamptz,
	decided_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint credential_references_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade,
	constraint credential_references_written_check check ((words = '') = (state in ('requested', 'withdrawn'))),
	constraint credential_references_open_check check (state <> 'requested' or token_hash is not null and token_expires_at is not null)
);
create index credential_references_credential_idx on credential_references (department_id, credential_id, position, id);
call protect_by_department('credential_references');

-- How a department handles change requests.
create table name_change_settings (
	department_id bigint primary key references departments,
	auto_approve boolean not null -- small corrections are approved automatically
);
call protect_by_department('name_change_settings');

-- Change requests of recipients: for another name, another address, another date or anything else. current_name and requested_name hold the old
-- and new value of whichever it is.
create table name_changes (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	recipient_id bigint references recipients on delete set null,
	current_name text not null check (char_length(current_name) <= 320), -- when the request was made
	requested_name text not null check (char_length(requested_name) between 1 and 255),
	reason text not null check (reason in ('typo', 'married', 'legal', 'transliteration', 'payer', 'other')),
	note text not null default '' check (char_length(note) <= 1000),
	all_mine boolean not null, -- also for other credentials of the same person and name
	distance integer not null,
	state text not null default 'pending' check (state in ('unconfirmed', 'pending', 'approved', 'denied', 'withdrawn', 'auto_approved', 'expired')),
	decided_by bigint references users on delete set null,
	decided_by_key bigint references api_keys on delete set null,
	decision_note text not null default '' check (char_length(decision_note) <= 1000),
	decided_at timestamptz,
	document_key text unique, -- in the file store; visible to the department only, and deleted some time after the decision
	document_name text not null default '' check (char_length(document_name) <= 255),
	document_type text not null default '',
	created_at timestamptz not null,
	expires_at timestamptz not null,
	constraint name_changes_department_id_key unique (department_id, id),
	constraint name_changes_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade,
	kind text not null default 'name' check (kind in ('name', 'email', 'date', 'other')),
	confirm_hash bytea unique, -- of the link emailed to the new address; the request is unconfirmed until it is followed
	confirmed_at timestamptz,
	constraint name_changes_decided_check check ((state in ('unconfirmed', 'pending')) = (decided_at is null)),
	constraint name_changes_confirm_check check (state <> 'unconfirmed' or (confirm_hash is not null and confirmed_at is null))
);
create index name_changes_department_idx on name_changes (department_id, id desc);
create index name_changes_state_idx on name_changes (department_id, state, id desc);
create index name_changes_credential_idx on name_changes (department_id, credential_id, id desc);
create index name_changes_document_idx on name_changes (decided_at) where document_key is not null and state <> 'pending';
create unique index name_changes_open_key on name_changes (credential_id) where state in ('unconfirmed', 'pending');
create index name_changes_expires_idx on name_changes (expires_at) where state in ('unconfirmed', 'pending');
call protect_by_department('name_changes');

-- The credentials that a change request was applied to.
create table name_change_items (
	name_change_id bigint not null,
	department_id bigint not null references departments,
	credential_id bigint not null,
	primary key (name_change_id, credential_id),
	constraint name_change_items_change_fkey foreign key (department_id, name_change_id) references name_changes (department_id, id) on delete cascade,
	constraint name_change_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index name_change_items_credential_idx on name_change_items (department_id, credential_id);
call protect_by_department('name_change_items');
