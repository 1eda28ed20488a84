drop table if exists idempotency_keys, audit_events, api_keys, features, captcha_uses, throttles, user_tokens, sessions, memberships, users, departments;
drop procedure if exists protect_by_department(regclass);
drop function if exists app_department(), app_system();
