drop index concurrently if exists uploads_check_use_idx;

-- next step
alter table uploads drop column check_use_at;
