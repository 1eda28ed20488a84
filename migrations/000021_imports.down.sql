drop index credentials_recipient_id_idx;
drop index credentials_import_idx;
alter table credentials drop column import_id;
drop table import_mappings;
drop table import_rows;
drop table imports;
