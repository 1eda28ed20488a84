drop trigger if exists credentials_standing on credentials;
drop function if exists status_lists_move_on, withheld;
drop table if exists status_entries, status_lists;
