create or replace function stacks_tell_credentials()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
	if not exists (select from group_prerequisites) then
		return null;
	end if;
	insert into stack_marks (department_id, group_id)
	select distinct p.department_id, p.group_id
	from now_rows n
	join was_rows w on w.id = n.id
	join group_prerequisites p on p.department_id = n.department_id and p.prerequisite_id in (n.group_id, w.group_id)
	where not n.test and (n.state, n.group_id, n.recipient_address) is distinct from (w.state, w.group_id, w.recipient_address);
	return null;
end $function$;

create or replace function stacks_tell_groups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	insert into stack_marks (department_id, group_id)
	select p.department_id, p.group_id from group_prerequisites p
	where p.department_id = new.department_id and p.group_id = new.id limit 1;
	return null;
end $function$;

create or replace function stacks_tell_issued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	if not exists (select from group_prerequisites) then
		return null;
	end if;
	insert into stack_marks (department_id, group_id)
	select distinct p.department_id, p.group_id
	from now_rows n
	join group_prerequisites p on p.department_id = n.department_id and p.prerequisite_id = n.group_id
	where not n.test and n.state not in ('draft', 'scheduled', 'deleted');
	return null;
end $function$;

create or replace function stacks_tell_prerequisites()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	insert into stack_marks (department_id, group_id) values (new.department_id, new.group_id);
	return null;
end $function$;

create or replace function webhook_events_fan_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	insert into webhook_deliveries (department_id, webhook_id, event_id, created_at)
	select e.department_id, w.id, e.id, e.occurred_at
	from told e
	join webhooks w on w.department_id = e.department_id
		and (w.id = e.only_webhook_id or e.only_webhook_id is null and w.state = 'active' and e.type = any (w.events))
	order by e.id;
	return null;
end $function$;

create or replace function webhook_events_of_tests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	new.test := credential_is_test(case new.subject_kind
		when 'credential' then new.subject_id
		when 'evidence_item' then (new.details ->> 'credential_id')::bigint
		when 'name_change' then (select n.credential_id from name_changes n where n.id = new.subject_id)
	end);
	return new;
end $function$;

create or replace function webhook_tell_designs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	if webhook_wanted(new.department_id, 'design.updated') then
		insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
		values (new.department_id, 'design.updated', 'design', new.id, new.updated_at);
	end if;
	return null;
end $function$;

create or replace function webhook_tell_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
	select n.department_id, 'evidence.submitted', 'evidence_item', n.id, jsonb_build_object('credential_id', n.credential_id), n.submitted_at
	from now_rows n
	where n.submitted_at is not null and webhook_wanted(n.department_id, 'evidence.submitted')
	order by n.id;
	return null;
end $function$;

create or replace function webhook_tell_evidence_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	if webhook_wanted(new.department_id, 'evidence.submitted') then
		insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
		values (new.department_id, 'evidence.submitted', 'evidence_item', new.id, jsonb_build_object('credential_id', new.credential_id), new.submitted_at);
	end if;
	return null;
end $function$;

create or replace function webhook_tell_imports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
	if webhook_wanted(new.department_id, 'import.finished') then
		insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
		values (new.department_id, 'import.finished', 'import', new.id, jsonb_build_object('import_uuid', new.uuid), coalesce(new.finished_at, now()));
	end if;
	return null;
end $function$;

create or replace function webhook_tell_name_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
	kind text := case when new.decided_at is null then 'name_change.created' else 'name_change.decided' end;
begin
	if webhook_wanted(new.department_id, kind) then
		insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
		values (new.department_id, kind, 'name_change', new.id, coalesce(new.decided_at, new.confirmed_at, new.created_at));
	end if;
	return null;
end $function$;

create or replace function webhook_tell_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
	kind text := case new.property when 'share' then 'credential.shared' else 'credential.viewed' end;
	reference text := substr(new.path, 2);
	seen record;
begin
	if not exists (select from webhooks where state = 'active' and kind = any (events)) then
		return null;
	end if;
	select c.id, c.department_id into seen from credentials c
	where c.state not in ('draft', 'scheduled', 'deleted')
		and case when reference ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then c.uuid = reference::uuid else c.encoded_id = reference end;
	if not found or seen.department_id is not distinct from new.department_id or not webhook_wanted(seen.department_id, kind)
		or exists (select from webhook_events e where e.department_id = seen.department_id and e.type = kind and e.subject_id = seen.id
			and e.occurred_at > new.created_at - interval '10 minutes') then
		return null;
	end if;
	insert into webhook_events (department_id, type, subject_kind, subject_id, details, occurred_at)
	values (seen.department_id, kind, 'credential', seen.id,
		case when kind = 'credential.shared' then jsonb_build_object('way', left(coalesce(new.data ->> 'way', ''), 20)) else '{}' end, new.created_at);
	return null;
end $function$;

-- next step
create trigger stacks_tell AFTER UPDATE ON credentials REFERENCING OLD TABLE AS was_rows NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION stacks_tell_credentials();
create trigger stacks_tell_issued AFTER INSERT ON credentials REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION stacks_tell_issued();

-- next step
create trigger webhook_tell AFTER UPDATE OF name, current_version_id ON designs FOR EACH ROW WHEN (((old.current_version_id IS NOT NULL) AND ((old.name IS DISTINCT FROM new.name) OR (old.current_version_id IS DISTINCT FROM new.current_version_id)))) EXECUTE FUNCTION webhook_tell_designs();

-- next step
create trigger webhook_tell AFTER INSERT ON evidence_items REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_tell_evidence();
create trigger webhook_tell_again AFTER UPDATE OF submitted_at ON evidence_items FOR EACH ROW WHEN (((new.submitted_at IS NOT NULL) AND (new.submitted_at IS DISTINCT FROM old.submitted_at))) EXECUTE FUNCTION webhook_tell_evidence_again();

-- next step
create trigger stacks_tell AFTER INSERT ON group_prerequisites FOR EACH ROW EXECUTE FUNCTION stacks_tell_prerequisites();

-- next step
create trigger stacks_tell after update of state, prerequisites_after, prerequisites_lost on groups
	for each row when ((old.state, old.prerequisites_after, old.prerequisites_lost) is distinct from (new.state, new.prerequisites_after, new.prerequisites_lost))
	execute function stacks_tell_groups();

-- next step
create trigger webhook_tell AFTER UPDATE OF state ON imports FOR EACH ROW WHEN (((old.state = 'importing'::text) AND (new.state = ANY (ARRAY['completed'::text, 'completed_with_errors'::text, 'failed'::text, 'cancelled'::text])))) EXECUTE FUNCTION webhook_tell_imports();

-- next step
create trigger webhook_tell_confirmed AFTER UPDATE OF state ON name_changes FOR EACH ROW WHEN (((old.state = 'unconfirmed'::text) AND (new.state = 'pending'::text))) EXECUTE FUNCTION webhook_tell_name_changes();
create trigger webhook_tell_created AFTER INSERT ON name_changes FOR EACH ROW WHEN ((new.state <> 'unconfirmed'::text)) EXECUTE FUNCTION webhook_tell_name_changes();
create trigger webhook_tell_decided AFTER UPDATE OF state ON name_changes FOR EACH ROW WHEN (((old.state = 'pending'::text) AND (new.state = ANY (ARRAY['approved'::text, 'denied'::text, 'auto_approved'::text])))) EXECUTE FUNCTION webhook_tell_name_changes();

-- next step
create trigger webhook_tell AFTER INSERT ON page_views FOR EACH ROW WHEN ((new.path ~ '^/[^/]*[0-9][^/]*$'::text)) EXECUTE FUNCTION webhook_tell_views();

-- next step
create trigger webhook_events_fan_out AFTER INSERT ON webhook_events REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION webhook_events_fan_out();
create trigger webhook_events_of_tests BEFORE INSERT ON webhook_events FOR EACH ROW EXECUTE FUNCTION webhook_events_of_tests();
