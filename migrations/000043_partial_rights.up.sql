-- A member may have some rights of an administrator, and those in some groups alone; internal/access/rights.go says how it is written.
alter table memberships
	drop constraint memberships_role_check,
	add constraint memberships_role_check check (
		role in ('administrator', 'viewer')
		or role ~ '^partial:((analytics|attributes|designs|editor|emails|settings)(,(analytics|attributes|designs|editor|emails|settings)){0,5})?(/[0-9]+(,[0-9]+)*)?$'
	);
