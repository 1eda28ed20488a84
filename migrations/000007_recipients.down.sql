drop table if exists name_change_items, name_changes, name_change_settings, credential_references, evidence_changes;
drop function if exists has_evidence(bigint, bigint);
drop table if exists evidence_items, recipient_sessions, recipient_links, recipients;
