drop table if exists captcha_uses, throttles, processes, installation;
drop procedure if exists protect_for_system(regclass), protect_by_department(regclass);
drop function if exists without_index(boolean), app_test(), app_groups(), app_wall(), app_system(), app_department();
drop extension if exists pg_trgm;
alter default privileges in schema public revoke select, insert, update, delete on tables from laurel_app;
alter default privileges in schema public revoke usage, select on sequences from laurel_app;
revoke all on all tables in schema public from laurel_app;
revoke all on all sequences in schema public from laurel_app;
revoke usage on schema public from laurel_app;
