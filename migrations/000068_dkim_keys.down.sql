drop table dkim_keys;
