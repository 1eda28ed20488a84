-- What a key may do and from where. A key without scopes is one of the time before them: what it may do stands in access.
alter table api_keys
	add column scopes text not null default '',
	add column group_ids bigint[] not null default '{}', -- none: all groups
	add column networks text[] not null default '{}',    -- none: from anywhere
	add column expires_at timestamptz,
	add column last_used_ip text not null default '',
	add column old_token_hash bytea unique, -- of the secret that a rotation replaced
	add column old_until timestamptz;

-- What keys asked for, so that a program that says nothing can be understood. It holds no secret and nothing of what was sent.
create table api_key_requests (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	api_key_id bigint not null references api_keys,
	method text not null check (char_length(method) <= 10),
	path text not null check (char_length(path) <= 200),
	status integer not null,
	milliseconds integer not null,
	request_id text not null check (char_length(request_id) <= 64),
	code text not null default '' check (char_length(code) <= 100), -- of the refusal
	ip text not null,
	at timestamptz not null
);
create index api_key_requests_key_idx on api_key_requests (api_key_id, id desc);
create index api_key_requests_at_idx on api_key_requests using brin (at);
call protect_by_department('api_key_requests');

-- A key can be limited to some groups. What belongs to others is out of its sight like another department's.
create function app_groups() returns bigint[] language sql stable parallel safe
	as $$ select nullif(current_setting('app.groups', true), '')::bigint[] $$;
create policy key_groups on groups as restrictive
	using ((select app_groups()) is null or id = any ((select app_groups())::bigint[]));
create policy key_groups on credentials as restrictive
	using ((select app_groups()) is null or group_id = any ((select app_groups())::bigint[]));
