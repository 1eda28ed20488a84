drop table if exists signed_badges, signing_keys;
