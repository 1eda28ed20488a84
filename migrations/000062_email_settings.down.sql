alter table mails drop column if exists sent_from, drop column if exists waits_for, drop column if exists not_before;
drop table email_paces;
drop table email_settings;
drop table sender_addresses;
