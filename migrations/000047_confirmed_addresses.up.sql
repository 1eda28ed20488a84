-- A request for another address waits until whoever reads the mail there has confirmed it; only then does anybody hear of it.
alter table name_changes
	add column confirm_hash bytea unique, -- of the mailed link
	add column confirmed_at timestamptz,
	drop constraint name_changes_state_check,
	add constraint name_changes_state_check check (state in ('unconfirmed', 'pending', 'approved', 'denied', 'withdrawn', 'auto_approved', 'expired')),
	drop constraint name_changes_decided_check,
	add constraint name_changes_decided_check check ((state in ('unconfirmed', 'pending')) = (decided_at is null)),
	add constraint name_changes_confirm_check check (state <> 'unconfirmed' or (confirm_hash is not null and confirmed_at is null));
drop index name_changes_open_key, name_changes_expires_idx;
create unique index name_changes_open_key on name_changes (credential_id) where state in ('unconfirmed', 'pending');
create index name_changes_expires_idx on name_changes (expires_at) where state in ('unconfirmed', 'pending');

create or replace function webhook_tell_name_changes() returns trigger language plpgsql as $$
declare
	kind text := case when new.decided_at is null then 'name_change.created' else 'name_change.decided' end;
begin
	if webhook_wanted(new.department_id, kind) then
		insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
		values (new.department_id, kind, 'name_change', new.id, coalesce(new.decided_at, new.confirmed_at, new.created_at));
	end if;
	return null;
end $$;
drop trigger webhook_tell_created on name_changes;
create trigger webhook_tell_created after insert on name_changes for each row when (new.state <> 'unconfirmed') execute function webhook_tell_name_changes();
create trigger webhook_tell_confirmed after update of state on name_changes
	for each row when (old.state = 'unconfirmed' and new.state = 'pending') execute function webhook_tell_name_changes();
