drop table if exists user_passkey_challenges, user_passkeys;
