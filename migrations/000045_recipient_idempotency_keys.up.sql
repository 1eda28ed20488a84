-- Responses to recipients' requests, replayed for a day when the same Idempotency-Key is sent again.
create table recipient_idempotency_keys (
	recipient_id bigint not null references recipients on delete cascade,
	key text not null check (char_length(key) between 1 and 255),
	request_hash bytea not null,
	status integer not null,
	body bytea not null,
	created_at timestamptz not null,
	primary key (recipient_id, key)
);
create index recipient_idempotency_keys_created_idx on recipient_idempotency_keys (created_at);
alter table recipient_idempotency_keys enable row level security;
alter table recipient_idempotency_keys force row level security;
create policy system on recipient_idempotency_keys using ((select app_system()));
grant delete, insert, select, update on recipient_idempotency_keys to laurel_app;
