update memberships set role = 'viewer' where role like 'partial:%';
alter table memberships
	drop constraint memberships_role_check,
	add constraint memberships_role_check check (role in ('administrator', 'viewer'));
