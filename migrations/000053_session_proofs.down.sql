alter table sessions drop column if exists proved_at;
