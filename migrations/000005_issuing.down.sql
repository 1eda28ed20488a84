drop table if exists rewordings, tombstones, issued_lately;
drop function if exists credential_candidates(text, text, text, text, bigint, uuid, integer), credential_is_test(bigint);
drop table if exists credentials;
drop function if exists credentials_check_state(), folded(text);
drop table if exists collection_groups, collections;
drop function if exists group_texts(bigint);
drop view if exists groups_issuing, groups_shown;
drop table if exists group_defaults, groups;
