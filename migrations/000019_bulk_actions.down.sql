drop table bulk_items;
drop table bulk_actions;
