-- Documents that are printed together are stored together: a pack is one file of the store that holds some, one after the other. One that no
-- document names any more is deleted.
create table document_packs (
	id uuid primary key,
	department_id bigint not null references departments,
	created_at timestamptz not null
);
create index document_packs_created_idx on document_packs (created_at);
call protect_by_department('document_packs');

alter table kept_documents
	add column pack_id uuid references document_packs, -- null: the document is a file of its own
	add column pack_start integer, -- where in the pack it begins, in bytes
	add column pack_size integer,
	add constraint kept_documents_pack_check check ((pack_id is null) = (pack_start is null) and (pack_id is null) = (pack_size is null));
drop index kept_documents_delete_idx;
create index kept_documents_delete_idx on kept_documents (delete_after, pack_id, name) where delete_after is not null;
create index kept_documents_pack_idx on kept_documents (pack_id) where pack_id is not null;
