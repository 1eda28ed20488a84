-- Where the members of a department sign in: OpenID providers of their organization. The client secret is sealed. Mappings is a list of
-- {"group", "role", "permission_group_id"}, which say what a group of the provider gives.
create table sso_connections (
	id bigint generated always as identity,
	uuid uuid not null,
	department_id bigint not null,
	name text not null,
	issuer_url text not null,
	client_id text not null,
	sealed_secret bytea not null,
	default_role text not null, -- the name of a built-in role, or the ID of a custom one
	groups_claim text not null,
	mappings jsonb not null default '[]',
	trusts_mfa boolean not null default false, -- the provider's sign-in counts as both factors
	enabled boolean not null default false,
	enforced boolean not null default false, -- members of the department's domains cannot sign in otherwise, but for owners
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint sso_connections_pkey primary key (id),
	constraint sso_connections_uuid_key unique (uuid),
	constraint sso_connections_department_id_fkey foreign key (department_id) references departments (id),
	constraint sso_connections_department_id_key unique (department_id, id),
	constraint sso_connections_name_check check (char_length(name) between 1 and 100),
	constraint sso_connections_issuer_url_check check (char_length(issuer_url) between 1 and 500),
	constraint sso_connections_client_id_check check (char_length(client_id) between 1 and 500)
);
create unique index sso_connections_name_key on sso_connections (department_id, lower(name));
call protect_by_department('sso_connections');

-- The email domains of a department. A TXT record with the token proves that a domain is theirs; one department at a time can prove it.
create table sso_domains (
	id bigint generated always as identity,
	department_id bigint not null,
	domain text not null,
	token text not null,
	verified_at timestamptz,
	created_at timestamptz not null,
	constraint sso_domains_pkey primary key (id),
	constraint sso_domains_department_id_fkey foreign key (department_id) references departments (id),
	constraint sso_domains_department_domain_key unique (department_id, domain),
	constraint sso_domains_domain_check check (char_length(domain) between 3 and 253 and domain = lower(domain))
);
create unique index sso_domains_verified_key on sso_domains (domain) where verified_at is not null;
call protect_by_department('sso_domains');

-- Which account a person of a provider has. A provider names people by the subject.
create table sso_identities (
	connection_id bigint not null,
	department_id bigint not null,
	issuer text not null,
	subject text not null,
	user_id bigint not null,
	created_at timestamptz not null,
	last_used_at timestamptz not null,
	constraint sso_identities_pkey primary key (connection_id, issuer, subject),
	constraint sso_identities_connection_fkey foreign key (department_id, connection_id) references sso_connections (department_id, id) on delete cascade,
	constraint sso_identities_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
	constraint sso_identities_subject_check check (char_length(subject) between 1 and 255)
);
create index sso_identities_user_id_idx on sso_identities (user_id);
call protect_by_department('sso_identities');

-- Sign-ins and tests that are under way. The browser's cookie and the state are hashed; what the provider gets to see later is sealed.
create table sso_flows (
	id uuid not null,
	department_id bigint not null,
	connection_id bigint not null,
	browser_hash bytea not null,
	state_hash bytea not null,
	sealed bytea not null, -- the nonce and the PKCE verifier
	tester_id bigint, -- who tests the connection; null: a sign-in
	user_id bigint, -- who came back from the provider
	used_at timestamptz, -- when the browser came back
	outcome jsonb, -- of a test
	expires_at timestamptz not null,
	constraint sso_flows_pkey primary key (id),
	constraint sso_flows_state_hash_key unique (state_hash),
	constraint sso_flows_connection_fkey foreign key (department_id, connection_id) references sso_connections (department_id, id) on delete cascade,
	constraint sso_flows_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
	constraint sso_flows_tester_id_fkey foreign key (tester_id) references users (id) on delete cascade
);
create index sso_flows_browser_hash_idx on sso_flows (browser_hash);
create index sso_flows_expires_at_idx on sso_flows (expires_at);
call protect_by_department('sso_flows');
