drop table invitations;
drop trigger memberships_member_id on memberships;
drop function memberships_member_id();
alter table memberships drop column member_id;
