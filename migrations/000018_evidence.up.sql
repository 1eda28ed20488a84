-- What proves a credential, from its issuer or from its recipient.
create table evidence_items (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	uuid uuid not null unique, -- names its file in public addresses
	category text not null default '' -- '': none, as some clients send it
		check (category in ('', 'file', 'url', 'video', 'grade', 'transcript', 'image', 'audio', 'credential', 'course_duration')),
	title text not null check (char_length(title) between 1 and 150),
	narrative text not null default '' check (char_length(narrative) <= 5000),
	url text not null default '' check (char_length(url) <= 2048),
	content jsonb not null default '{}', -- a grade, a transcript, the length of a course, or a text
	preview_url text not null default '',
	upload_id bigint unique references uploads,
	file_key text,
	file_name text,
	file_type text, -- what it is served as
	file_bytes bigint not null default 0 check (file_bytes >= 0),
	scan text not null default 'clean' check (scan in ('pending', 'clean', 'blocked')),
	position integer not null,
	hidden boolean not null default false,
	supplemental boolean not null default false, -- it came from the recipient
	visibility text not null default 'public' check (visibility in ('public', 'private', 'key_holders')),
	state text not null check (state in ('draft', 'submitted', 'accepted', 'rejected')),
	rejection text not null default '' check (char_length(rejection) <= 500),
	created_at timestamptz not null,
	updated_at timestamptz not null,
	submitted_at timestamptz, -- null: it never had to be approved
	constraint evidence_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade,
	constraint evidence_items_file_check check ((upload_id is null) = (file_key is null) and (file_key is null) = (file_name is null) and (file_key is null) = (file_type is null))
);
create index evidence_items_credential_idx on evidence_items (credential_id, position, id);
create index evidence_items_review_idx on evidence_items (department_id, state, submitted_at desc, id desc) where submitted_at is not null;
call protect_by_department('evidence_items');

-- When what the public sees of a credential's evidence changed last.
create table evidence_changes (
	credential_id bigint primary key,
	department_id bigint not null references departments,
	changed_at timestamptz not null,
	constraint evidence_changes_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
call protect_by_department('evidence_changes');

-- Files that were sent as evidence and looked at; those that no item has are deleted.
create index uploads_evidence_idx on uploads (checked_at) where preset = 'evidence' and state = 'ready';
alter table uploads add column served_as text; -- of evidence: the type that the checked copy is handed out with
