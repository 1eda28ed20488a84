alter table design_versions drop column if exists name;
