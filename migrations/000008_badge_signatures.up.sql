-- The keys that departments sign with. A key that no longer signs stays for as long as what it signed.
create table signing_keys (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	multikey text not null unique,
	sealed_seed bytea not null,
	created_at timestamptz not null,
	retired_at timestamptz,
	unique (department_id, id)
);
create unique index signing_keys_current_idx on signing_keys (department_id) where retired_at is null;
call protect_by_department('signing_keys');

-- The signed Open Badges 3.0 form of credentials. A correction adds a row; what was handed out before is kept.
create table signed_badges (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	key_id bigint not null,
	content_hash bytea not null check (length(content_hash) = 32),
	document text not null,
	created_at timestamptz not null,
	constraint signed_badges_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade,
	constraint signed_badges_key_fkey foreign key (department_id, key_id) references signing_keys (department_id, id)
);
create index signed_badges_newest_idx on signed_badges (department_id, credential_id, id desc);
create index signed_badges_key_idx on signed_badges (key_id);
call protect_by_department('signed_badges');
