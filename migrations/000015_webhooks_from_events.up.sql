-- Webhooks read credential_events instead of being filled by triggers. A credential event makes one webhook event, however often it is read.
alter table webhook_events add column credential_event_id bigint;

-- next step
create unique index concurrently if not exists webhook_events_credential_event_key on webhook_events (credential_event_id)
	where credential_event_id is not null;

-- next step
drop trigger if exists webhook_tell on credentials;
drop trigger if exists webhook_tell_issued on credentials;

-- next step
-- unused since 1.1: called by these triggers only
drop function if exists webhook_tell_credentials();
-- unused since 1.1: likewise
drop function if exists webhook_tell_issued();
