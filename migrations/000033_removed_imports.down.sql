drop index concurrently if exists imported_credentials_removed_idx;

-- next step
alter table recipient_collection_imports drop column if exists hidden;

-- next step
delete from imported_credentials where removed_at is not null;
alter table imported_credentials drop column if exists removed_at;
