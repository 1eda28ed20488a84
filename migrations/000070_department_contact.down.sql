alter table departments drop column contact_email;
