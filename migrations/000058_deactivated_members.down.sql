drop table deactivated_members;
