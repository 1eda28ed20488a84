-- A version keeps the name that the design had when it was saved, so that its history tells it.
alter table design_versions add column name text not null default '' check (char_length(name) <= 1530);
update design_versions v set name = d.name from designs d where d.department_id = v.department_id and d.id = v.design_id;
