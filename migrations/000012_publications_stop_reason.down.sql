alter table publications drop column if exists undo_stop_reason;
alter table publications drop column if exists stop_reason;
