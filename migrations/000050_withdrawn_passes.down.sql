drop index concurrently if exists wallet_passes_orphans_idx;

-- next step
delete from wallet_passes where credential_id is null or recipient_id is null;
alter table wallet_passes
	drop constraint wallet_passes_credential_id_fkey,
	drop constraint wallet_passes_recipient_id_fkey,
	drop column withdrawn_at,
	alter column credential_id set not null,
	alter column recipient_id set not null,
	add constraint wallet_passes_credential_id_fkey foreign key (credential_id) references credentials (id) on delete cascade,
	add constraint wallet_passes_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade;
