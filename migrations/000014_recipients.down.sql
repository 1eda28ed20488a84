drop index credentials_owner_idx;
alter table audit_events drop column recipient_id;
drop table recipient_sessions;
drop table recipient_links;
drop table recipients;
