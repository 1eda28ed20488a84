-- When a scanner looked at a file of evidence. Null means that none did, which answers call not_scanned: without a scanner, scan is 'clean'.
alter table evidence_items add column scanned_at timestamptz;
