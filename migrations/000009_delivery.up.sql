-- Emails and stored documents.

-- Outgoing email. dedupe_key makes sure that a credential is delivered once.
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
	state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain', 'dropped')),
	attempts integer not null default 0,
	last_error text not null default '',
	created_at timestamptz not null,
	sent_at timestamptz,
	constraint mails_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete set null (credential_id),
	held_by uuid, -- uuid of the publication that holds the email back
	sender_name text not null default '',
	reply_to text not null default '',
	cc text not null default '', -- addresses separated by commas
	bcc text not null default '', -- as cc
	sealed bytea, -- sign-in links and link keys, encrypted until the email is delivered; html and body_text hold placeholders
	tried_since timestamptz -- time of the first attempt; after five days without success it fails
);
create index mails_credential_idx on mails (credential_id, id) where credential_id is not null;
create index mails_department_idx on mails (department_id, id desc);
create index mails_created_idx on mails (id desc);
create index mails_held_idx on mails (held_by, id) where held_by is not null;
-- Emails to send.
create index mails_open_idx on mails (id) where state in ('queued', 'sending');
-- Emails that did not arrive.
create index mails_unsent_idx on mails (created_at) where state in ('failed', 'uncertain');
call protect_by_department('mails');

-- Drops email about test credentials, whichever code writes it.
create function mails_about_tests() returns trigger language plpgsql as $$
begin
	return case when credential_is_test(new.credential_id) then null else new end;
end $$;

create trigger mails_about_tests before insert on mails
	for each row when (new.credential_id is not null) execute function mails_about_tests();

-- Files in the store that hold several documents, one after the other, because they were rendered together. A pack is deleted when no document
-- refers to it.
create table document_packs (
	id uuid primary key,
	department_id bigint not null references departments,
	created_at timestamptz not null,
	common integer not null default 0 -- length in bytes of what the documents share, stored once at the beginning; 0: they are stored as they are
);
create index document_packs_created_idx on document_packs (created_at);
call protect_by_department('document_packs');

-- Rendered documents and pictures in the file store, with the credential they show. They are a cache: a missing document is rendered again on
-- request.
create table kept_documents (
	name text primary key,
	department_id bigint references departments, -- null: a picture of a design alone
	credential_id bigint, -- null after it was purged
	kept_at timestamptz not null,
	delete_after timestamptz, -- null while it is current
	constraint kept_documents_credential_fkey foreign key (department_id, credential_id)
		references credentials (department_id, id) on delete set null (credential_id),
	pack_id uuid references document_packs, -- null: the document is a file of its own
	pack_start integer, -- offset in the pack in bytes
	pack_size integer,
	constraint kept_documents_pack_check check ((pack_id is null) = (pack_start is null) and (pack_id is null) = (pack_size is null)),
	asked_on date -- of a picture: the day of the last request; null for documents, which stay until they are outdated
);
create index kept_documents_credential_idx on kept_documents (credential_id);
create index kept_documents_delete_idx on kept_documents (delete_after, pack_id, name) where delete_after is not null;
create index kept_documents_pack_idx on kept_documents (pack_id) where pack_id is not null;
create index kept_documents_asked_idx on kept_documents (asked_on) where asked_on is not null;
call protect_by_department('kept_documents');

-- The time up to which changes of credentials were processed by the sweep that deletes outdated documents. The next sweep starts there.
create table kept_documents_swept (
	one boolean primary key default true check (one),
	changed_before timestamptz not null
);

insert into kept_documents_swept (changed_before) values (now() - interval '1 day');
