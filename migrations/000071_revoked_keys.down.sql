alter table token_keys drop column revoked_at;
alter table signing_keys drop column revoked_at;
