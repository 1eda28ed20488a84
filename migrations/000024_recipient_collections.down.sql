drop table if exists recipient_collection_items, recipient_collections;
