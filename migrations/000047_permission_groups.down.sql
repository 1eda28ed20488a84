drop function member_role(bigint, bigint, text);
drop table permission_group_members;
drop table permission_groups;
update memberships set role = 'partial:/0' where role = 'member'; -- rights of their own, in no group
update invitations set role = 'partial:/0' where role = 'member';
alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check check (
	role in ('owner', 'administrator', 'designer', 'issuer', 'viewer')
	or role ~ '^role:[0-9]+:([a-z_]+(,[a-z_]+)*)?$'
	or role ~ '^partial:((analytics|attributes|designs|editor|emails|settings)(,(analytics|attributes|designs|editor|emails|settings)){0,5})?(/[0-9]+(,[0-9]+)*)?$'
);
