-- The RSA keys that departments sign tokens with (VC-JWT). A key that no longer signs stays: tokens that it signed are about.
create table token_keys (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null unique,
	public_key jsonb not null,
	sealed_key bytea not null,
	created_at timestamptz not null,
	retired_at timestamptz
);
create index token_keys_department_idx on token_keys (department_id);
create unique index token_keys_current_idx on token_keys (department_id) where retired_at is null;
call protect_by_department('token_keys');
