drop table if exists recipient_passkey_challenges, recipient_passkeys;
