drop table if exists credential_event_batches, credential_events;
