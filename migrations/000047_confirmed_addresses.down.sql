drop trigger webhook_tell_confirmed on name_changes;
drop trigger webhook_tell_created on name_changes;
create or replace function webhook_tell_name_changes() returns trigger language plpgsql as $$
declare
	kind text := case when tg_op = 'INSERT' then 'name_change.created' else 'name_change.decided' end;
begin
	if webhook_wanted(new.department_id, kind) then
		insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
		values (new.department_id, kind, 'name_change', new.id, coalesce(new.decided_at, new.created_at));
	end if;
	return null;
end $$;
create trigger webhook_tell_created after insert on name_changes for each row execute function webhook_tell_name_changes();

delete from name_changes where state = 'unconfirmed';
drop index name_changes_open_key, name_changes_expires_idx;
alter table name_changes
	drop constraint name_changes_confirm_check,
	drop constraint name_changes_decided_check,
	add constraint name_changes_decided_check check ((state = 'pending') = (decided_at is null)),
	drop constraint name_changes_state_check,
	add constraint name_changes_state_check check (state in ('pending', 'approved', 'denied', 'withdrawn', 'auto_approved', 'expired')),
	drop column confirmed_at,
	drop column confirm_hash;
create unique index name_changes_open_key on name_changes (credential_id) where state = 'pending';
create index name_changes_expires_idx on name_changes (expires_at) where state = 'pending';
