drop trigger stacks_tell on groups;
drop trigger stacks_tell on credentials;
drop table stack_results, stack_marks, group_prerequisites;
drop function stacks_tell_credentials, stacks_tell_prerequisites, stacks_tell_groups;
alter table groups drop column prerequisites_after, drop column prerequisites_lost;
