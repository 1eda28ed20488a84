create or replace procedure protect_by_department(tbl regclass) language plpgsql as $$
begin
	execute format('alter table %s enable row level security', tbl);
	execute format('alter table %s force row level security', tbl);
	execute format('create policy department on %s using (department_id = (select app_department()) or (select app_system()))', tbl);
end $$;

do $$
declare
	tbl regclass;
begin
	for tbl in select polrelid from pg_policy where polname = 'department' loop
		execute format('alter policy department on %s using (department_id = (select app_department()) or (select app_system()))', tbl);
	end loop;
end $$;

alter policy key_groups on groups using ((select app_groups()) is null or id = any ((select app_groups())::bigint[]));
alter policy key_groups on credentials using ((select app_groups()) is null or group_id = any ((select app_groups())::bigint[]));
alter policy key_groups on collection_groups using ((select app_groups()) is null or group_id = any ((select app_groups())::bigint[]));
alter policy mode on credentials using ((select app_test()) is null or test = (select app_test()));
alter policy mode on publications using ((select app_test()) is null or test = (select app_test()));
alter policy mode on bulk_actions using ((select app_test()) is null or test = (select app_test()));
drop function app_wall();
