drop policy key_groups on credentials;
drop policy key_groups on groups;
drop function app_groups();
drop table api_key_requests;
alter table api_keys
	drop column scopes, drop column group_ids, drop column networks, drop column expires_at,
	drop column last_used_ip, drop column old_token_hash, drop column old_until;
