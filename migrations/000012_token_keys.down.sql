drop table if exists token_keys;
