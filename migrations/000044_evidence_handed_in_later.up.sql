-- Evidence that a recipient began as a draft, or changed after it was handed in, waits for its issuer as what was handed in at once does.
create function webhook_tell_evidence_again() returns trigger language plpgsql as $$
begin
	if webhook_wanted(new.department_id, 'evidence.submitted') then
		insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
		values (new.department_id, 'evidence.submitted', 'evidence_item', new.id, jsonb_build_object('credential_id', new.credential_id), new.submitted_at);
	end if;
	return null;
end $$;
create trigger webhook_tell_again after update of submitted_at on evidence_items
	for each row when (new.submitted_at is not null and new.submitted_at is distinct from old.submitted_at)
	execute function webhook_tell_evidence_again();
