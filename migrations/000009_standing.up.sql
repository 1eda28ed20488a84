-- Whether an issued credential still holds: it may be suspended for a while, or revoked for good.
alter table credentials
	add column suspended_at timestamptz,
	add column suspension_reason text not null default '' check (char_length(suspension_reason) <= 500), -- for the issuer's eyes
	add column revoked_at timestamptz,
	add column revocation_reason text check (revocation_reason in ('issued_in_error', 'misconduct', 'superseded', 'withdrawn', 'other')),
	add column revocation_note text not null default '' check (char_length(revocation_note) <= 500); -- for everybody

select set_config('app.system', 'on', true);
update credentials set suspended_at = updated_at where state = 'suspended';
update credentials set revoked_at = updated_at, revocation_reason = 'other' where state = 'revoked';
select set_config('app.system', '', true);

alter table credentials
	add constraint credentials_suspended_check check (state <> 'suspended' or suspended_at is not null),
	add constraint credentials_revoked_check check (state <> 'revoked' or (revoked_at is not null and revocation_reason is not null));

-- What was revoked may be issued anew to the same person.
drop index credentials_duplicate_key;
create unique index credentials_duplicate_key on credentials (group_id, lower(recipient_email))
	where not allows_duplicate and state not in ('deleted', 'revoked');
