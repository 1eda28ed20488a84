alter table credential_engagements drop column view_count, drop column verification_count;
