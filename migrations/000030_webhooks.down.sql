drop trigger if exists webhook_tell on page_views;
drop trigger if exists webhook_tell on designs;
drop trigger if exists webhook_tell on imports;
drop trigger if exists webhook_tell_decided on name_changes;
drop trigger if exists webhook_tell_created on name_changes;
drop trigger if exists webhook_tell on evidence_items;
drop trigger if exists webhook_tell on credentials;
drop table if exists webhook_deliveries, webhook_events, webhooks;
drop function if exists webhook_tell_views, webhook_tell_designs, webhook_tell_imports, webhook_tell_name_changes, webhook_tell_evidence,
	webhook_tell_credentials, webhook_events_fan_out, webhook_wanted;
