-- Passes of credentials for the wallets of phones, and the devices that want to hear of changes of Apple's.
create table wallet_passes (
	id bigint generated always as identity not null,
	serial uuid not null,
	department_id bigint not null,
	credential_id bigint not null,
	recipient_id bigint not null,
	platform text not null,
	with_key boolean not null,
	change bigint not null default 0,
	synced bigint not null default 0,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	added_at timestamptz,
	constraint wallet_passes_credential_id_fkey foreign key (credential_id) references credentials (id) on delete cascade,
	constraint wallet_passes_department_id_fkey foreign key (department_id) references departments (id),
	constraint wallet_passes_owner_key unique (credential_id, recipient_id, platform),
	constraint wallet_passes_pkey primary key (id),
	constraint wallet_passes_platform_check check (platform in ('apple', 'google')),
	constraint wallet_passes_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint wallet_passes_serial_key unique (serial)
);
create index wallet_passes_department_idx on wallet_passes (department_id, credential_id);
create index wallet_passes_recipient_idx on wallet_passes (recipient_id);
alter table wallet_passes enable row level security;
alter table wallet_passes force row level security;
create policy department on wallet_passes using (coalesce(coalesce(department_id, 0) = (select app_wall()), true));
grant delete, insert, select, update on wallet_passes to laurel_app;

create table wallet_registrations (
	pass_id bigint not null,
	device text not null,
	push_token text not null,
	pushed bigint not null,
	created_at timestamptz not null,
	constraint wallet_registrations_pass_id_fkey foreign key (pass_id) references wallet_passes (id) on delete cascade,
	constraint wallet_registrations_pkey primary key (pass_id, device)
);
create index wallet_registrations_device_idx on wallet_registrations (device);
create index wallet_registrations_token_idx on wallet_registrations (push_token);
alter table wallet_registrations enable row level security;
alter table wallet_registrations force row level security;
create policy system on wallet_registrations using ((select app_system()));
grant delete, insert, select, update on wallet_registrations to laurel_app;
