-- Credentials of issuers elsewhere in collections of recipients. They share the places of recipient_collection_items.
create table recipient_collection_imports (
	collection_id bigint not null,
	imported_uuid uuid not null,
	position integer not null,
	note text not null,
	constraint recipient_collection_imports_collection_id_fkey foreign key (collection_id) references recipient_collections (id) on delete cascade,
	constraint recipient_collection_imports_imported_uuid_fkey foreign key (imported_uuid) references imported_credentials (uuid) on delete cascade,
	constraint recipient_collection_imports_note_check check (char_length(note) <= 500),
	constraint recipient_collection_imports_pkey primary key (collection_id, imported_uuid)
);
create index recipient_collection_imports_imported_idx on recipient_collection_imports (imported_uuid);
alter table recipient_collection_imports enable row level security;
alter table recipient_collection_imports force row level security;
create policy system on recipient_collection_imports using ((select app_system()));
grant delete, insert, select, update on recipient_collection_imports to laurel_app;
