drop policy system on sign_ups;
drop policy system on user_tokens;
drop policy system on sessions;
alter table sign_ups no force row level security, disable row level security;
alter table user_tokens no force row level security, disable row level security;
alter table sessions no force row level security, disable row level security;
drop procedure protect_for_system(regclass);
