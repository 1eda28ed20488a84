alter table memberships drop column last_seen_at;
