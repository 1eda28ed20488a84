alter table evidence_items drop column if exists scanned_at;
