-- What is kept once nobody could read without it: those documents are printed again when they are asked for.
update kept_documents set pack_id = null, pack_start = null, pack_size = null where pack_id in (select id from document_packs where common > 0);
alter table document_packs drop column common;
