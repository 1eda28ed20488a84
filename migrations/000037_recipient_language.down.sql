alter table credentials drop column recipient_language;
