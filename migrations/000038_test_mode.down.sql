drop trigger webhook_events_of_tests on webhook_events;
drop function webhook_events_of_tests();
alter table webhook_events drop column test;
drop trigger mails_about_tests on mails;
drop function mails_about_tests();
drop function credential_is_test(bigint);

-- Without their mark they would count.
select set_config('app.system', 'on', true);
delete from credentials where test;
delete from publications where test;
delete from bulk_actions where test;
select set_config('app.system', '', true);

drop policy mode on credentials;
drop policy mode on publications;
drop policy mode on bulk_actions;
drop index credentials_license_key, credentials_duplicate_key, credentials_test_idx;
create unique index credentials_license_key on credentials (department_id, license_id) where license_id is not null and state <> 'deleted';
create unique index credentials_duplicate_key on credentials (group_id, recipient_address)
	where not allows_duplicate and state not in ('deleted', 'revoked') and superseded_at is null
		and not (supersedes_id is not null and state in ('draft', 'scheduled'));
drop index credentials_department_idx, credentials_state_idx;
create index credentials_department_idx on credentials (department_id, id desc) include (group_id) where state <> 'deleted';
create index credentials_state_idx on credentials (department_id, state, id desc) include (group_id) where state <> 'deleted';
alter table credentials drop column test;
alter table publications drop column test;
alter table bulk_actions drop column test;
drop function app_test();
alter table api_keys drop column test, drop column rate;
