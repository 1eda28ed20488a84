-- Offers of credentials to wallet apps by OpenID4VCI, and the nonces that wallets used up.
create table wallet_offers (
	id bigint generated always as identity not null,
	uuid uuid not null,
	credential_id bigint not null,
	recipient_id bigint not null,
	tx_code_hash bytea not null,
	tx_tries integer not null default 0,
	fetches integer not null default 0,
	code_hash bytea,
	token_hash bytea,
	holder bytea,
	event text,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	fetched_at timestamptz,
	used_at timestamptz,
	token_expires_at timestamptz,
	delivered_at timestamptz,
	constraint wallet_offers_code_hash_key unique (code_hash),
	constraint wallet_offers_credential_id_fkey foreign key (credential_id) references credentials (id) on delete cascade,
	constraint wallet_offers_event_check check (event in ('credential_accepted', 'credential_failure', 'credential_deleted')),
	constraint wallet_offers_pkey primary key (id),
	constraint wallet_offers_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint wallet_offers_token_hash_key unique (token_hash),
	constraint wallet_offers_uuid_key unique (uuid)
);
create index wallet_offers_created_idx on wallet_offers (created_at);
create index wallet_offers_credential_idx on wallet_offers (credential_id);
create index wallet_offers_recipient_idx on wallet_offers (recipient_id, credential_id);
alter table wallet_offers enable row level security;
alter table wallet_offers force row level security;
create policy system on wallet_offers using ((select app_system()));
grant delete, insert, select, update on wallet_offers to laurel_app;

create table wallet_nonces (
	hash bytea not null,
	expires_at timestamptz not null,
	constraint wallet_nonces_pkey primary key (hash)
);
create index wallet_nonces_expires_idx on wallet_nonces (expires_at);
alter table wallet_nonces enable row level security;
alter table wallet_nonces force row level security;
create policy system on wallet_nonces using ((select app_system()));
grant delete, insert, select, update on wallet_nonces to laurel_app;
