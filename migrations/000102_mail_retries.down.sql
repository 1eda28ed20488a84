drop index mails_open_idx, mails_unsent_idx;
alter table mails drop column tried_since;
