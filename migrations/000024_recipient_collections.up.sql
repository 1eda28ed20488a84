-- Collections of recipients: credentials of any issuers, in an order and with notes of their own.
create table recipient_collections (
	id bigint generated always as identity not null,
	uuid uuid not null,
	recipient_id bigint not null,
	name text not null,
	description text not null,
	visibility text not null,
	token text not null,
	expires_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint recipient_collections_description_check check (char_length(description) <= 500),
	constraint recipient_collections_name_check check (char_length(name) between 1 and 100),
	constraint recipient_collections_pkey primary key (id),
	constraint recipient_collections_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint recipient_collections_token_key unique (token),
	constraint recipient_collections_uuid_key unique (uuid),
	constraint recipient_collections_visibility_check check (visibility in ('private', 'link'))
);
create index recipient_collections_recipient_idx on recipient_collections (recipient_id, id);
alter table recipient_collections enable row level security;
alter table recipient_collections force row level security;
create policy system on recipient_collections using ((select app_system()));
grant delete, insert, select, update on recipient_collections to laurel_app;

create table recipient_collection_items (
	collection_id bigint not null,
	credential_id bigint not null,
	position integer not null,
	note text not null,
	constraint recipient_collection_items_collection_id_fkey foreign key (collection_id) references recipient_collections (id) on delete cascade,
	constraint recipient_collection_items_credential_id_fkey foreign key (credential_id) references credentials (id) on delete cascade,
	constraint recipient_collection_items_note_check check (char_length(note) <= 500),
	constraint recipient_collection_items_pkey primary key (collection_id, credential_id)
);
create index recipient_collection_items_credential_idx on recipient_collection_items (credential_id);
alter table recipient_collection_items enable row level security;
alter table recipient_collection_items force row level security;
create policy system on recipient_collection_items using ((select app_system()));
grant delete, insert, select, update on recipient_collection_items to laurel_app;
