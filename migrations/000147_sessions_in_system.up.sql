-- Sessions, one-use secrets and sign-ups belong to people, not to departments: only transactions that see every department (signing in,
-- resolving a token) may read and write them. A statement that runs for one department finds none.
create procedure protect_for_system(tbl regclass) language plpgsql as $$
begin
	execute format('alter table %s enable row level security', tbl);
	execute format('alter table %s force row level security', tbl);
	execute format('create policy system on %s using ((select app_system()))', tbl);
end $$;
call protect_for_system('sessions');
call protect_for_system('user_tokens');
call protect_for_system('sign_ups');
