drop function if exists audit_erase(bigint, bigint[], text[]);
