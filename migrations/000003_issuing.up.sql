-- What is designed and issued.

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

-- Files that browsers put into the bucket by a signed policy. They count only after they were looked at.
create table uploads (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	preset text not null check (preset in ('s3_policy', 'templates', 'evidence', 'organizations')),
	object_key text not null unique,
	content_type text not null,
	file_name text not null,
	max_bytes bigint not null,
	state text not null default 'pending' check (state in ('pending', 'ready', 'refused')),
	public_key text unique, -- where the checked copy lies
	bytes bigint,
	width integer,
	height integer,
	created_by bigint references users on delete set null,
	created_at timestamptz not null,
	checked_at timestamptz
);
create index uploads_department_idx on uploads (department_id, id);
create index uploads_pending_idx on uploads (created_at) where state = 'pending';
call protect_by_department('uploads');

-- Design names are kept HTML-escaped; people search and sort by what they wrote.
create function unescaped(name text) returns text language sql immutable parallel safe as $$
	select replace(replace(replace(replace(replace(replace(name,
		'&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#x27;', chr(39)), '&#x2F;', '/'), '&amp;', '&')
$$;

create table designs (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 1530), -- HTML-escaped: 255 characters, up to six for one
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

-- A save makes a new version; none is ever changed.
create table design_versions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	design_id bigint not null,
	number integer not null,
	uuid uuid not null unique, -- names the picture in public addresses
	document jsonb not null,
	document_hash bytea not null,
	created_by bigint references users on delete set null,
	created_at timestamptz not null,
	unique (design_id, number),
	unique (department_id, id),
	constraint design_versions_design_fkey foreign key (department_id, design_id) references designs (department_id, id) on delete cascade
);
call protect_by_department('design_versions');
alter table designs add constraint designs_current_version_fkey
	foreign key (department_id, current_version_id) references design_versions (department_id, id) deferrable initially deferred;
-- Only a design that nothing uses any more takes its versions with it; see the references below.

create table groups (
	id bigint generated always as identity (start with 10001) primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 255),
	course_name text not null check (char_length(course_name) between 1 and 255),
	course_description text not null default '' check (char_length(course_description) <= 5000),
	course_link text not null default '' check (char_length(course_link) <= 2048),
	language text not null default 'en',
	certificate_design_id bigint,
	badge_design_id bigint,
	primary_design_id bigint,
	generate_private_credential boolean, -- null inherits the department's
	allow_duplicate_credentials boolean not null default false,
	attach_pdf boolean not null default false,
	send_emails boolean not null default true,
	achievement_type text not null default 'Certificate',
	learning_outcomes text[] not null default '{}',
	auto_expiry_amount integer check (auto_expiry_amount > 0),
	auto_expiry_unit text check (auto_expiry_unit in ('day', 'month', 'year')),
	meta_data jsonb not null default '{}',
	state text not null default 'active' check (state in ('active', 'archived')),
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint groups_department_id_key unique (department_id, id),
	constraint groups_certificate_design_fkey foreign key (department_id, certificate_design_id) references designs (department_id, id),
	constraint groups_badge_design_fkey foreign key (department_id, badge_design_id) references designs (department_id, id),
	constraint groups_primary_design_fkey foreign key (department_id, primary_design_id) references designs (department_id, id)
);
create unique index groups_department_name_key on groups (department_id, lower(name));
create index groups_department_updated_idx on groups (department_id, updated_at desc, id desc);
create index groups_certificate_design_idx on groups (department_id, certificate_design_id);
create index groups_badge_design_idx on groups (department_id, badge_design_id);
call protect_by_department('groups');

create table credentials (
	id bigint generated always as identity (start with 100001) primary key,
	department_id bigint not null references departments,
	group_id bigint not null,
	uuid uuid not null unique,
	encoded_id text not null unique check (encoded_id ~ '^[a-z0-9]{8,10}$' and encoded_id ~ '[0-9]' and encoded_id ~ '[a-z]'),
	license_id text check (char_length(license_id) between 1 and 255), -- the issuer's own id
	recipient_name text not null check (char_length(recipient_name) between 1 and 255),
	recipient_email text not null check (char_length(recipient_email) <= 320),
	recipient_id text check (char_length(recipient_id) <= 255),
	recipient_phone text not null default '',
	recipient_meta_data jsonb not null default '{}',
	name text check (char_length(name) <= 255),               -- null: the group's course name
	description text check (char_length(description) <= 5000), -- null: the group's course description
	issued_on date not null,
	expired_on date check (expired_on is null or expired_on >= issued_on),
	grade numeric(5, 2) check (grade between 0 and 100),
	custom_attributes jsonb not null default '{}',
	private boolean not null,
	private_key text not null, -- link key of private credentials; it is shown to the issuer and mailed, so it is kept readable
	complete boolean not null default true,
	allow_supplemental_evidence boolean not null default true,
	allow_supplemental_references boolean not null default true,
	state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'expired', 'suspended', 'revoked', 'deleted')),
	allows_duplicate boolean not null default false, -- the group's setting, kept here so that one index can hold the rule
	publish_at timestamptz,
	published_at timestamptz,
	certificate_version_id bigint,
	badge_version_id bigint,
	snapshot jsonb, -- what was issued: texts of group and issuer at the time of publishing
	email_status text not null default 'not_sent'
		check (email_status in ('not_sent', 'queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'suppressed')),
	meta_data jsonb not null default '{}',
	source text not null default 'dashboard',
	created_at timestamptz not null,
	updated_at timestamptz not null,
	deleted_at timestamptz,
	constraint credentials_department_id_key unique (department_id, id),
	constraint credentials_group_fkey foreign key (department_id, group_id) references groups (department_id, id),
	constraint credentials_certificate_version_fkey foreign key (department_id, certificate_version_id) references design_versions (department_id, id),
	constraint credentials_badge_version_fkey foreign key (department_id, badge_version_id) references design_versions (department_id, id)
);
create unique index credentials_license_key on credentials (department_id, license_id) where license_id is not null and state <> 'deleted';
create unique index credentials_duplicate_key on credentials (group_id, lower(recipient_email)) where not allows_duplicate and state <> 'deleted';
create index credentials_department_idx on credentials (department_id, id desc) where state <> 'deleted';
create index credentials_group_idx on credentials (group_id, id desc) where state <> 'deleted';
create index credentials_group_name_idx on credentials (group_id, lower(recipient_name), id) where state <> 'deleted';
create index credentials_email_idx on credentials (department_id, lower(recipient_email));
create index credentials_updated_idx on credentials (department_id, updated_at desc);
create index credentials_certificate_version_idx on credentials (certificate_version_id) where certificate_version_id is not null;
create index credentials_badge_version_idx on credentials (badge_version_id) where badge_version_id is not null;
create index credentials_expiry_idx on credentials (expired_on) where state = 'published' and expired_on is not null;
call protect_by_department('credentials');

-- A request to publish; the work is done in chunks, each one transaction.
create table publications (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	send_email boolean not null,
	input_count integer not null,
	published_count integer not null default 0,
	refused_count integer not null default 0,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_at timestamptz not null,
	finished_at timestamptz
);
create index publications_department_idx on publications (department_id, id desc);
call protect_by_department('publications');

create table publication_items (
	publication_id bigint not null references publications on delete cascade,
	department_id bigint not null references departments,
	credential_id bigint not null,
	outcome text, -- null: not yet looked at; 'published', or the reason why not
	primary key (publication_id, credential_id),
	constraint publication_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index publication_items_open_idx on publication_items (publication_id, credential_id) where outcome is null;
call protect_by_department('publication_items');

-- Every mail that is to go out or went out. One delivery mail per credential: the unique index is what makes it so.
create table mails (
	id bigint generated always as identity primary key,
	department_id bigint references departments, -- null: about an account
	credential_id bigint,
	kind text not null,
	dedupe_key text not null unique,
	message_id text not null,
	recipient text not null,
	subject text not null,
	html text not null,
	body_text text not null,
	state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain')),
	attempts integer not null default 0,
	last_error text not null default '',
	created_at timestamptz not null,
	sent_at timestamptz,
	constraint mails_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete set null (credential_id)
);
create index mails_credential_idx on mails (credential_id, id) where credential_id is not null;
create index mails_department_idx on mails (department_id, id desc);
create index mails_created_idx on mails (id desc);
alter table mails enable row level security;
alter table mails force row level security;
create policy department on mails using (department_id = (select app_department()) or (select app_system()));

create table page_views (
	id bigint generated always as identity primary key,
	department_id bigint references departments,
	domain text not null,
	env text not null,
	property text not null,
	path text not null,
	data jsonb not null default '{}',
	created_at timestamptz not null
);
call protect_by_department('page_views');

create table link_clicks (
	id bigint generated always as identity primary key,
	department_id bigint references departments,
	from_url text not null,
	to_url text not null,
	html text not null check (char_length(html) <= 256),
	aad text not null default '',
	created_at timestamptz not null
);
call protect_by_department('link_clicks');
