drop index if exists credentials_duplicate_key;
create unique index credentials_duplicate_key on credentials (group_id, lower(recipient_email)) where not allows_duplicate and state <> 'deleted';
alter table credentials
	drop column suspended_at, drop column suspension_reason,
	drop column revoked_at, drop column revocation_reason, drop column revocation_note;
