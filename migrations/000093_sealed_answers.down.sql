delete from idempotency_keys;
