drop table if exists saved_filters, idempotency_keys, audit_events, api_key_requests, api_keys, user_tokens, sessions, sign_ups, invitations;
drop policy if exists department on users;
drop table if exists department_users, memberships, users, departments;
drop function if exists memberships_remember_user(), memberships_member_id();
