drop table if exists recipient_idempotency_keys;
