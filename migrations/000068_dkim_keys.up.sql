-- Keys with which emails of a department are signed (DKIM), by domain. Two are published at a time: the one in use and the next.
create table dkim_keys (
	id bigint generated always as identity,
	department_id bigint not null,
	domain text not null,
	selector text not null,
	sealed_key bytea not null,
	public_key text not null, -- for the record: base64 of the DER form
	state text not null,
	seen_at timestamptz, -- when the record was last found in DNS
	used_since timestamptz,
	created_at timestamptz not null,
	constraint dkim_keys_pkey primary key (id),
	constraint dkim_keys_department_id_fkey foreign key (department_id) references departments (id),
	constraint dkim_keys_selector_key unique (domain, selector),
	constraint dkim_keys_state_check check (state in ('current', 'next', 'retired'))
);
create unique index dkim_keys_state_key on dkim_keys (department_id, domain, state) where state <> 'retired';
call protect_by_department('dkim_keys');
