alter table uploads drop column served_as;
drop index uploads_evidence_idx;
drop table evidence_changes;
drop table evidence_items;
