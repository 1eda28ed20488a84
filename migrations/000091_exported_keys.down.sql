alter table data_exports drop column private_keys;
alter table exports drop column private_keys;
