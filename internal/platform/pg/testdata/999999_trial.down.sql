alter table kept_documents drop column trial;

-- next step
alter table mails drop column trial;

-- next step
alter table credentials drop column trial;
