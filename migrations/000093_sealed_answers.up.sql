-- Kept answers are encrypted from here on. Those from before would not be readable, and are only kept for a day.
delete from idempotency_keys;
