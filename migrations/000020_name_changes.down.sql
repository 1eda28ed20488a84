alter table credentials drop column name_change_open, drop column corrected_at;
drop table if exists name_change_items, name_changes, name_change_settings;
