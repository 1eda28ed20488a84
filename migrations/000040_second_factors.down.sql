delete from user_tokens where kind = 'second_factor';
alter table user_tokens drop constraint if exists user_tokens_kind_known_check;
alter table user_tokens add constraint user_tokens_kind_check check (kind in ('verify', 'reset', 'sso'));
drop table if exists user_recovery_codes, user_totp;
