alter table recipient_sessions drop column only_groups;
alter table recipient_links drop column only_groups;
