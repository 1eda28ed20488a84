-- What the documents of a pack have in common is kept once, at its beginning.
alter table document_packs add column common integer not null default 0; -- bytes; 0: the documents stand one after the other as they are
