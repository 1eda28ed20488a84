-- A removed import can be brought back for a while: it keeps its files, and its places in collections, in which it is hidden.
alter table imported_credentials add column if not exists removed_at timestamptz;

-- next step
alter table recipient_collection_imports add column if not exists hidden boolean not null default false;

-- next step
create index concurrently if not exists imported_credentials_removed_idx on imported_credentials (removed_at) where removed_at is not null;
