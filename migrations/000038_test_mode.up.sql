-- Keys in test mode make credentials that are marked for ever, reach nobody and are gone after a month.
alter table api_keys
	add column test boolean not null default false,
	add column rate integer not null default 0 check (rate between 0 and 1000000); -- requests a minute; 0: as the operator allows

-- Which credentials a transaction sees: those of a test, those that count, or all where it was not said.
create function app_test() returns boolean language sql stable parallel safe
	as $$ select nullif(current_setting('app.test', true), '')::boolean $$;

-- What a transaction in test mode makes is of a test, so that no statement has to say so.
alter table credentials add column test boolean not null default coalesce(app_test(), false);
alter table publications add column test boolean not null default coalesce(app_test(), false);
alter table bulk_actions add column test boolean not null default coalesce(app_test(), false);
create policy mode on credentials as restrictive using ((select app_test()) is null or test = (select app_test()));
create policy mode on publications as restrictive using ((select app_test()) is null or test = (select app_test()));
create policy mode on bulk_actions as restrictive using ((select app_test()) is null or test = (select app_test()));
create index credentials_test_idx on credentials (created_at, id) where test;
-- Lists are counted and leafed through in indexes alone, so those have what the policies ask for.
drop index credentials_department_idx, credentials_state_idx;
create index credentials_department_idx on credentials (department_id, id desc) include (group_id, test) where state <> 'deleted';
create index credentials_state_idx on credentials (department_id, state, id desc) include (group_id, test) where state <> 'deleted';

-- A test neither takes an id nor a place from what counts.
drop index credentials_license_key, credentials_duplicate_key;
create unique index credentials_license_key on credentials (department_id, license_id, test) where license_id is not null and state <> 'deleted';
create unique index credentials_duplicate_key on credentials (group_id, recipient_address, test)
	where not allows_duplicate and state not in ('deleted', 'revoked') and superseded_at is null
		and not (supersedes_id is not null and state in ('draft', 'scheduled'));

create function credential_is_test(p_id bigint) returns boolean language sql stable
	as $$ select exists (select from credentials c where c.id = p_id and c.test) $$;

-- Whoever writes a mail about a credential of a test, it is not kept, so nothing can send it.
create function mails_about_tests() returns trigger language plpgsql as $$
begin
	return case when credential_is_test(new.credential_id) then null else new end;
end $$;
create trigger mails_about_tests before insert on mails
	for each row when (new.credential_id is not null) execute function mails_about_tests();

-- Receivers of events are told what was a test; the credential may be gone when the event is sent.
alter table webhook_events add column test boolean not null default false;
create function webhook_events_of_tests() returns trigger language plpgsql as $$
begin
	new.test := credential_is_test(case new.subject_kind
		when 'credential' then new.subject_id
		when 'evidence_item' then (new.details ->> 'credential_id')::bigint
		when 'name_change' then (select n.credential_id from name_changes n where n.id = new.subject_id)
	end);
	return new;
end $$;
create trigger webhook_events_of_tests before insert on webhook_events for each row execute function webhook_events_of_tests();
