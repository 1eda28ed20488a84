-- What is in packs is printed again when it is asked for.
drop index kept_documents_delete_idx;
create index kept_documents_delete_idx on kept_documents (delete_after) where delete_after is not null;
alter table kept_documents drop column pack_id, drop column pack_start, drop column pack_size;
drop table document_packs;
