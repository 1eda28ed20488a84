-- Accounts and recipients get row-level security. A department reads the accounts of its present and former members, because lists and
-- histories show the names of colleagues who left. Only system transactions, such as signing in, read other accounts or change any.
create table department_users (
	department_id bigint not null references departments,
	user_id bigint not null references users on delete cascade,
	primary key (department_id, user_id)
);
create index department_users_user_idx on department_users (user_id);
call protect_by_department('department_users');

create function memberships_remember_user() returns trigger language plpgsql as $$
begin
	insert into department_users (department_id, user_id) values (new.department_id, new.user_id) on conflict do nothing;
	return new;
end $$;
create trigger memberships_remember_user after insert on memberships for each row execute function memberships_remember_user();

select set_config('app.system', 'on', true);
insert into department_users (department_id, user_id)
select department_id, user_id from memberships
union
select e.department_id, e.user_id from audit_events e join users u on u.id = e.user_id join departments d on d.id = e.department_id;
select set_config('app.system', '', true);

call protect_for_system('users');
create policy department on users for select using (
	exists (select from department_users d where d.department_id = (select app_department()) and d.user_id = users.id));

-- One recipient has credentials of many departments: a department reaches its own through their credentials.
call protect_for_system('recipients');
