-- A key that somebody else may have is revoked: nothing it signed is to be trusted any more. Whatever it signed is signed again.
alter table signing_keys add column revoked_at timestamptz,
	add constraint signing_keys_revoked_check check (revoked_at is null or retired_at is not null);

-- next step
alter table token_keys add column revoked_at timestamptz,
	add constraint token_keys_revoked_check check (revoked_at is null or retired_at is not null);
