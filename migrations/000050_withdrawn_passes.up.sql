-- Passes outlive the credential or the account that they are of until phones have been told that they are withdrawn.
alter table wallet_passes
	alter column credential_id drop not null,
	alter column recipient_id drop not null,
	add column withdrawn_at timestamptz,
	drop constraint wallet_passes_credential_id_fkey,
	drop constraint wallet_passes_recipient_id_fkey,
	add constraint wallet_passes_credential_id_fkey foreign key (credential_id) references credentials (id) on delete set null not valid,
	add constraint wallet_passes_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete set null not valid;

-- next step
alter table wallet_passes validate constraint wallet_passes_credential_id_fkey;
alter table wallet_passes validate constraint wallet_passes_recipient_id_fkey;

-- next step
create index concurrently if not exists wallet_passes_orphans_idx on wallet_passes (withdrawn_at) where credential_id is null or recipient_id is null;
