-- The groups that a link shows: those of the key or member who made it. Empty: all of the department.
alter table recipient_links add column only_groups bigint[] not null default '{}';

-- next step
alter table recipient_sessions add column only_groups bigint[] not null default '{}';
