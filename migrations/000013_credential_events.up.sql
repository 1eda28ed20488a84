-- What happened to credentials, written in the transaction of each change. Append-only: events disappear with their credential, or when
-- they are old. Without foreign keys: the insert reads department and credential from credentials, and two checks per event would cost more
-- than everything else about it.
create table credential_events (
	id bigint generated always as identity primary key,
	department_id bigint not null,
	credential_id bigint not null,
	type text not null,
	changed text[] not null default '{}', -- the fields that an update changed
	state text not null, -- of the credential after the change
	group_id bigint not null, -- after the change
	previous_group_id bigint, -- of a credential that was moved
	test boolean not null,
	batch uuid not null, -- the events of one call
	user_id bigint, -- who did it, as in audit_events
	api_key_id bigint,
	embed_session_id bigint,
	recipient_id bigint,
	system text,
	at timestamptz not null
);
create index credential_events_credential_idx on credential_events (department_id, credential_id, id);
create index credential_events_batch_idx on credential_events (batch, id);
create index credential_events_at_idx on credential_events (at);
call protect_by_department('credential_events');
revoke update on credential_events from laurel_app;

-- Batches that a consumer has not processed yet. A consumer processes the batches of a department in the order of their first events.
create table credential_event_batches (
	department_id bigint not null references departments,
	consumer text not null,
	batch uuid not null,
	first_id bigint not null,
	primary key (department_id, consumer, batch)
);
create index credential_event_batches_first_idx on credential_event_batches (department_id, consumer, first_id);
call protect_by_department('credential_event_batches');
