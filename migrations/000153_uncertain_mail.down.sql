drop index credentials_unmailed_idx;
create index credentials_unreached_idx on credentials (department_id, email_status, id desc) include (group_id, test)
	where email_status in ('bounced', 'complained', 'suppressed') and state <> 'deleted';
update credentials set email_status = 'sent' where email_status = 'uncertain';
alter table credentials drop constraint credentials_mail_status_check;
alter table credentials add constraint credentials_email_status_check
	check (email_status in ('not_sent', 'queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'suppressed'));
