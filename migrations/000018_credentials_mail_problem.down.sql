create index concurrently if not exists credentials_unmailed_idx on credentials (department_id, email_status, id desc) include (group_id, test)
	where email_status in ('uncertain', 'bounced', 'complained', 'suppressed') and state <> 'deleted';

-- next step
drop index concurrently if exists credentials_mail_problem_idx;

-- next step
drop trigger if exists credentials_mail_problem on credentials;
drop function if exists credentials_mail_problem();
alter table credentials reset (fillfactor);
alter table credentials drop column if exists mail_problem;
