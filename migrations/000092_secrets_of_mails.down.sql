alter table mails drop column sealed;
