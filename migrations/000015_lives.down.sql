drop table if exists tombstones;
drop trigger if exists credentials_state_change on credentials;
drop function if exists credentials_check_state();
drop index if exists credentials_renewal_key, credentials_purge_idx, credentials_due_idx, credentials_duplicate_key;
create unique index credentials_duplicate_key on credentials (group_id, lower(recipient_email))
	where not allows_duplicate and state not in ('deleted', 'revoked');
alter table credentials
	drop constraint if exists credentials_scheduled_check,
	drop constraint if exists credentials_supersedes_fkey,
	drop column if exists publish_send_email,
	drop column if exists publish_refusal,
	drop column if exists supersedes_id,
	drop column if exists revokes_superseded,
	drop column if exists superseded_at;
