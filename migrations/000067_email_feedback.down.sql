drop table email_feedback;
drop table suppressions;
drop table mail_reports;
drop index mails_sealed_idx;
drop index mails_message_idx;
alter table mails drop column retries, drop column outcome_at, drop column outcome;
