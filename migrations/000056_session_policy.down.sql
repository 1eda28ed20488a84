drop function if exists session_ends(bigint, bigint, timestamptz, timestamptz, timestamptz);
alter table departments drop column if exists session_idle_hours, drop column if exists session_hours, drop column if exists allowed_networks;
