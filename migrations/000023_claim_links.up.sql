-- Addresses with which people ask for a credential themselves, and what they asked for.
create table claim_links (
	id bigint generated always as identity (start with 1001) primary key,
	department_id bigint not null references departments,
	group_id bigint not null,
	token text not null unique check (token ~ '^[a-z0-9]{12}$'),
	name text not null check (char_length(name) between 1 and 255),
	opens_at timestamptz,
	closes_at timestamptz check (closes_at > opens_at),
	quota integer check (quota between 1 and 1000000),
	taken_count integer not null default 0, -- credentials issued and places kept for those that wait for approval
	allowed_domains text[] not null default '{}',
	needs_approval boolean not null default false,
	state text not null default 'active' check (state in ('active', 'paused')),
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	deleted_at timestamptz,
	constraint claim_links_places_check check (taken_count >= 0 and (quota is null or taken_count <= quota)),
	constraint claim_links_department_id_key unique (department_id, id),
	constraint claim_links_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade
);
create index claim_links_group_idx on claim_links (department_id, group_id, id desc) where deleted_at is null;
call protect_by_department('claim_links');

create table claims (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	claim_link_id bigint not null,
	name text not null check (char_length(name) between 1 and 255),
	email text not null check (char_length(email) between 3 and 320),
	language text not null,
	state text not null default 'unconfirmed' check (state in ('unconfirmed', 'waiting', 'issued', 'denied')),
	secret_hash bytea not null unique,
	secret_expires_at timestamptz not null,
	credential_id bigint,
	created_at timestamptz not null,
	confirmed_at timestamptz,
	decided_at timestamptz,
	decided_by bigint references users on delete set null,
	check ((confirmed_at is null) = (state = 'unconfirmed')),
	constraint claims_link_fkey foreign key (department_id, claim_link_id) references claim_links (department_id, id) on delete cascade,
	constraint claims_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete set null (credential_id)
);
create unique index claims_email_key on claims (claim_link_id, lower(email));
create index claims_link_idx on claims (claim_link_id, state, id);
create index claims_unconfirmed_idx on claims (secret_expires_at) where state = 'unconfirmed';
create index claims_credential_idx on claims (department_id, credential_id) where credential_id is not null;
call protect_by_department('claims');
