delete from name_changes where kind <> 'name';
alter table name_changes
	drop column kind,
	drop constraint name_changes_current_name_check,
	add constraint name_changes_current_name_check check (char_length(current_name) <= 255);
