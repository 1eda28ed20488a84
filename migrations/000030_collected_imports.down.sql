drop table if exists recipient_collection_imports;
