-- The email status of credentials whose email has a problem. No index contains email_status any more: recording that an email was sent
-- then writes one row version, on the same page (a HOT update), instead of an entry in each of twenty indexes.
alter table credentials add column mail_problem text;
-- Room on each page for the row version that publishing or emailing writes.
alter table credentials set (fillfactor = 60);
create function credentials_mail_problem() returns trigger language plpgsql as $$
begin
	new.mail_problem := case when new.email_status in ('uncertain', 'bounced', 'complained', 'suppressed') then new.email_status end;
	return new;
end $$;
create trigger credentials_mail_problem before insert or update of email_status on credentials
	for each row when (new.email_status in ('uncertain', 'bounced', 'complained', 'suppressed') or new.mail_problem is not null)
	execute function credentials_mail_problem();

-- next step
call pg_temp.in_batches('credentials', 'id', $batch$
update credentials set mail_problem = email_status
where {rows} and mail_problem is null and email_status in ('uncertain', 'bounced', 'complained', 'suppressed')
$batch$);

-- next step
create index concurrently if not exists credentials_mail_problem_idx on credentials (department_id, mail_problem, id desc) include (group_id, test)
	where mail_problem is not null and state <> 'deleted';

-- next step
drop index concurrently if exists credentials_unmailed_idx;
