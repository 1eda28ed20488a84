drop trigger if exists credentials_standing on credentials;
drop function if exists status_lists_move_on(), withheld(text);
drop table if exists status_entries, status_lists, badges_to_sign, signed_badges, token_keys, signing_keys;
