alter table departments drop column if exists second_factor_from;
