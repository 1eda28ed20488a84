-- Recipients ask for their names to be corrected on what was issued to them.

create table name_change_settings (
	department_id bigint primary key references departments,
	auto_approve boolean not null -- tiny corrections are made without anybody's decision
);
call protect_by_department('name_change_settings');

create table name_changes (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	recipient_id bigint references recipients on delete set null,
	current_name text not null check (char_length(current_name) <= 255), -- when it was asked
	requested_name text not null check (char_length(requested_name) between 1 and 255),
	reason text not null check (reason in ('typo', 'married', 'legal', 'transliteration', 'payer', 'other')),
	note text not null default '' check (char_length(note) <= 1000),
	all_mine boolean not null, -- also on the others of the same person and name
	distance integer not null,
	state text not null default 'pending' check (state in ('pending', 'approved', 'denied', 'withdrawn', 'auto_approved', 'expired')),
	decided_by bigint references users on delete set null,
	decided_by_key bigint references api_keys on delete set null,
	decision_note text not null default '' check (char_length(decision_note) <= 1000),
	decided_at timestamptz,
	document_key text unique, -- in the file store; readable by the department alone, and deleted some time after the decision
	document_name text not null default '' check (char_length(document_name) <= 255),
	document_type text not null default '',
	created_at timestamptz not null,
	expires_at timestamptz not null,
	constraint name_changes_department_id_key unique (department_id, id),
	constraint name_changes_decided_check check ((state = 'pending') = (decided_at is null)),
	constraint name_changes_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create unique index name_changes_open_key on name_changes (credential_id) where state = 'pending';
create index name_changes_department_idx on name_changes (department_id, id desc);
create index name_changes_state_idx on name_changes (department_id, state, id desc);
create index name_changes_credential_idx on name_changes (department_id, credential_id, id desc);
create index name_changes_expires_idx on name_changes (expires_at) where state = 'pending';
create index name_changes_document_idx on name_changes (decided_at) where document_key is not null and state <> 'pending';
call protect_by_department('name_changes');

-- The credentials that a change was made on.
create table name_change_items (
	name_change_id bigint not null,
	department_id bigint not null references departments,
	credential_id bigint not null,
	primary key (name_change_id, credential_id),
	constraint name_change_items_change_fkey foreign key (department_id, name_change_id) references name_changes (department_id, id) on delete cascade,
	constraint name_change_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index name_change_items_credential_idx on name_change_items (department_id, credential_id);
call protect_by_department('name_change_items');

alter table credentials
	add column corrected_at timestamptz, -- when the name on it was last corrected after it was issued
	add column name_change_open boolean not null default false; -- its recipient asked for another name and waits
create index credentials_name_change_idx on credentials (department_id, id desc) where name_change_open;
