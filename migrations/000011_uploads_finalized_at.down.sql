alter table uploads drop column if exists finalized_at;
