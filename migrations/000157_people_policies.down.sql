drop policy system on recipients;
alter table recipients no force row level security, disable row level security;
drop policy department on users;
drop policy system on users;
alter table users no force row level security, disable row level security;
drop trigger memberships_remember_user on memberships;
drop function memberships_remember_user();
drop table department_users;
