drop table if exists idempotency_keys, audit_events, api_keys, features, captcha_uses, throttles, user_tokens, sessions, memberships, users, departments;
drop procedure if exists protect_by_department(regclass);
drop function if exists app_department(), app_system();
alter default privileges in schema public revoke select, insert, update, delete on tables from laurel_app;
alter default privileges in schema public revoke usage, select on sequences from laurel_app;
revoke all on all tables in schema public from laurel_app;
revoke all on all sequences in schema public from laurel_app;
revoke usage on schema public from laurel_app;
