-- When a member last used the dashboard in the department.
alter table memberships add column last_seen_at timestamptz;
