alter table credentials drop column if exists bare_grade;
