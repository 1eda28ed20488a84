drop trigger invitations_expand_role on invitations;
drop trigger memberships_expand_role on memberships;
drop function expand_role();
update memberships set role = case role when 'owner' then 'administrator' else 'viewer' end
where role in ('owner', 'designer', 'issuer') or role like 'role:%';
update invitations set role = 'viewer' where role in ('designer', 'issuer') or role like 'role:%';
alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check check (
	role in ('administrator', 'viewer')
	or role ~ '^partial:((analytics|attributes|designs|editor|emails|settings)(,(analytics|attributes|designs|editor|emails|settings)){0,5})?(/[0-9]+(,[0-9]+)*)?$'
);
drop table roles;
drop function spread_role();
