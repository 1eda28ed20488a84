-- The printed documents in the file store, each with the credential that it shows, so that they go when that goes. They are a
-- cache: what is deleted is printed again when somebody asks for it.
create table kept_documents (
	name text primary key,
	department_id bigint not null references departments,
	credential_id bigint, -- null once the credential was purged
	kept_at timestamptz not null,
	delete_after timestamptz, -- null while it is of use
	constraint kept_documents_credential_fkey foreign key (department_id, credential_id)
		references credentials (department_id, id) on delete set null (credential_id)
);
create index kept_documents_credential_idx on kept_documents (credential_id);
create index kept_documents_delete_idx on kept_documents (delete_after) where delete_after is not null;
call protect_by_department('kept_documents');
