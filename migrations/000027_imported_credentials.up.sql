-- Credentials of issuers elsewhere that recipients keep in their wallets, with what their last verification said.
create table imported_credentials (
	id bigint generated always as identity not null,
	uuid uuid not null,
	recipient_id bigint not null,
	source text not null,
	source_url text not null,
	digest bytea not null,
	file_key text not null,
	file_name text not null,
	media_type text not null,
	size bigint not null,
	picture_key text not null,
	title text not null,
	description text not null,
	credential_id text not null,
	standard text not null,
	issuer_id text not null,
	issuer_name text not null,
	issuer_url text not null,
	issued_at timestamptz,
	expires_at timestamptz,
	skills text[] not null,
	status text not null,
	status_since timestamptz not null,
	recipient_match text not null,
	report json not null,
	checked_at timestamptz not null,
	attempt json,
	unreachable_since timestamptz,
	failures integer not null,
	next_check_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint imported_credentials_digest_key unique (recipient_id, digest),
	constraint imported_credentials_pkey primary key (id),
	constraint imported_credentials_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint imported_credentials_source_check check (source in ('file', 'link', 'text')),
	constraint imported_credentials_uuid_key unique (uuid)
);
create index imported_credentials_recipient_idx on imported_credentials (recipient_id, id desc);
create index imported_credentials_due_idx on imported_credentials (next_check_at) where next_check_at is not null;
alter table imported_credentials enable row level security;
alter table imported_credentials force row level security;
create policy system on imported_credentials using ((select app_system()));
grant delete, insert, select, update on imported_credentials to laurel_app;

-- Files in the store. Those of deleted credentials stay listed until the files are deleted.
create table imported_files (
	key text not null,
	imported_id bigint,
	created_at timestamptz not null,
	constraint imported_files_imported_id_fkey foreign key (imported_id) references imported_credentials (id) on delete set null,
	constraint imported_files_pkey primary key (key)
);
create index imported_files_imported_idx on imported_files (imported_id);
create index imported_files_unused_idx on imported_files (created_at) where imported_id is null;
alter table imported_files enable row level security;
alter table imported_files force row level security;
create policy system on imported_files using ((select app_system()));
grant delete, insert, select, update on imported_files to laurel_app;
