drop table if exists export_items, exports;
