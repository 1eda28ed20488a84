-- Recipients ask for another name, and for another address, another date, or anything else. What they have and what they want stands
-- where the names stood.
alter table name_changes
	add column kind text not null default 'name' check (kind in ('name', 'email', 'date', 'other')),
	drop constraint name_changes_current_name_check,
	add constraint name_changes_current_name_check check (char_length(current_name) <= 320);
