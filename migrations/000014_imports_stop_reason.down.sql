alter table rewordings drop column if exists stop_reason;
alter table imports drop column if exists undone_by_key, drop column if exists undone_by,
	drop column if exists undo_stop_reason, drop column if exists stop_reason;
