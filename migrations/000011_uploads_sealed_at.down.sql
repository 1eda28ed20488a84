alter table uploads drop column if exists sealed_at;
