-- Credentials whose mail may not have arrived are found like those whose mail came back.
alter table credentials add constraint credentials_mail_status_check
	check (email_status in ('not_sent', 'queued', 'sent', 'uncertain', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'suppressed')) not valid;

-- next step
alter table credentials validate constraint credentials_mail_status_check;

-- next step
alter table credentials drop constraint credentials_email_status_check;

-- next step
create index concurrently if not exists credentials_unmailed_idx on credentials (department_id, email_status, id desc) include (group_id, test)
	where email_status in ('uncertain', 'bounced', 'complained', 'suppressed') and state <> 'deleted';

-- next step
drop index concurrently if exists credentials_unreached_idx;
