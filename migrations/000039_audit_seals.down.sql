drop index concurrently if exists audit_events_time_idx;

-- next step
drop trigger audit_unsalt on audit_events;
drop trigger audit_seal_lock on audit_events;
drop function audit_unsalt();
drop function audit_seal_lock();
drop table audit_sealing;
drop table audit_heads;
drop table audit_seals;
