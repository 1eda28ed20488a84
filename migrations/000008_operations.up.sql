-- Work on many credentials at once: publishing, bulk operations, downloads, exports, imports, claim links and prerequisites.

-- Requests to publish credentials. The work is done in chunks, one transaction each.
create table publications (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	send_email boolean not null,
	input_count integer not null,
	published_count integer not null default 0,
	refused_count integer not null default 0,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_at timestamptz not null,
	finished_at timestamptz,
	hold_minutes integer not null default 0 check (hold_minutes between 0 and 60),
	hold_until timestamptz, -- emails are held back until then, and the publication can be undone; known when the last credential is published
	released_at timestamptz, -- since when the emails go out
	undone_at timestamptz, -- since when it is being undone
	undone_by bigint references users on delete set null,
	undone_by_key bigint references api_keys on delete set null,
	undone_count integer not null default 0,
	undo_finished_at timestamptz,
	constraint publications_undo_check check (undone_at is null or released_at is null),
	test boolean not null default coalesce(app_test(), false)
);
create index publications_department_idx on publications (department_id, id desc);
call protect_by_department('publications');
create policy mode on publications as restrictive using (coalesce(test = (select app_test()), true));

-- The credentials of a publication. References to publication and credential are checked once per statement by publication_items_check: a foreign
-- key would check and lock row by row, which took longer than issuing.
create table publication_items (
	publication_id bigint not null,
	department_id bigint not null,
	credential_id bigint not null,
	outcome text, -- null: pending; 'published', or the reason why not
	primary key (publication_id, credential_id)
);
create index publication_items_open_idx on publication_items (publication_id, credential_id) where outcome is null;
call protect_by_department('publication_items');

create function publication_items_check() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		if not exists (select from added a where not exists (
				select from credentials c where c.id = a.credential_id and c.department_id = a.department_id)
			or not exists (select from publications p where p.id = a.publication_id and p.department_id = a.department_id)) then
			return null;
		end if;
	end if;
	raise exception 'an item belongs to a publication and a credential of its department, for good'
		using errcode = 'foreign_key_violation', constraint = 'publication_items_credential_fkey', table = 'publication_items';
end $$;

create trigger publication_items_added after insert on publication_items
	referencing new table as added for each statement execute function publication_items_check();

create trigger publication_items_moved after update of publication_id, department_id, credential_id on publication_items
	for each row execute function publication_items_check();

create function credentials_forget_items() returns trigger language plpgsql as $$
begin
	delete from publication_items i using gone g where i.department_id = g.department_id and i.credential_id = g.id;
	return null;
end $$;

create trigger credentials_forget_items after delete on credentials
	referencing old table as gone for each statement execute function credentials_forget_items();

create function publications_forget_items() returns trigger language plpgsql as $$
begin
	delete from publication_items where publication_id = old.id;
	return null;
end $$;

create trigger publications_forget_items after delete on publications for each row execute function publications_forget_items();

-- Bulk operations on credentials.
create table bulk_actions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	kind text not null check (kind in ('expiry', 'resend', 'remind', 'suspend', 'reinstate', 'revoke', 'delete', 'restore', 'move', 'privacy')),
	params jsonb not null default '{}',
	undo_of bigint unique references bulk_actions on delete cascade, -- the operation that this one undoes; each can be undone once
	input_count integer not null,
	done_count integer not null default 0,
	unchanged_count integer not null default 0,
	refused_count integer not null default 0,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_at timestamptz not null,
	cancelled_at timestamptz,
	finished_at timestamptz,
	stop_reason text, -- code of the reason why it ended before all was done: whoever started it may not do it any more
	constraint bulk_actions_department_id_key unique (department_id, id),
	test boolean not null default coalesce(app_test(), false)
);
create index bulk_actions_department_idx on bulk_actions (department_id, id desc);
call protect_by_department('bulk_actions');
create policy mode on bulk_actions as restrictive using (coalesce(test = (select app_test()), true));

-- The credentials of a bulk operation, with their outcome.
create table bulk_items (
	action_id bigint not null,
	department_id bigint not null,
	credential_id bigint not null,
	outcome text check (outcome in ('done', 'unchanged', 'refused')), -- null: pending
	reason text not null default '', -- why it was refused
	trace jsonb, -- the values before, for undo
	primary key (action_id, credential_id),
	constraint bulk_items_action_fkey foreign key (department_id, action_id) references bulk_actions (department_id, id) on delete cascade,
	constraint bulk_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index bulk_items_open_idx on bulk_items (action_id, credential_id) where outcome is null;
create index bulk_items_outcome_idx on bulk_items (action_id, outcome, credential_id) where outcome is not null;
create index bulk_items_credential_idx on bulk_items (department_id, credential_id);
call protect_by_department('bulk_items');

-- Downloads: ZIP files of documents. Every file is rendered first; then the download is available until it expires.
create table exports (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	kind text not null check (kind in ('certificate', 'certificate_print', 'badge', 'sheets')),
	input_count integer not null check (input_count > 0),
	ready_count integer not null default 0,
	left_out_count integer not null default 0,
	created_by bigint references users on delete cascade,
	api_key_id bigint references api_keys on delete cascade,
	created_at timestamptz not null,
	finished_at timestamptz,
	expires_at timestamptz not null,
	check (ready_count + left_out_count <= input_count),
	marks boolean not null default false,
	paper text not null default '' check (paper in ('', 'a4', 'us-letter')),
	gap integer not null default 0 check (gap between 0 and 20), -- in mm
	constraint exports_sheets_check check ((kind = 'sheets') = (paper <> '')),
	private_keys boolean not null default false -- whether the person may see the link keys of private credentials, which files and links contain
);
create index exports_asker_idx on exports (department_id, created_by, id desc);
create index exports_expiry_idx on exports (expires_at);
call protect_by_department('exports');

-- The credentials of a download.
create table export_items (
	export_id bigint not null references exports on delete cascade,
	department_id bigint not null references departments,
	credential_id bigint not null,
	outcome text, -- null: pending; 'ready', or the reason why it is left out
	primary key (export_id, credential_id),
	constraint export_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index export_items_open_idx on export_items (export_id, credential_id) where outcome is null;
create index export_items_credential_idx on export_items (department_id, credential_id);
call protect_by_department('export_items');

-- Exports of a list as a spreadsheet. A job writes the rows to the file store in chunks, and resumes after the last one.
create table data_exports (
	id bigint generated always as identity (start with 1001) primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique, -- names its chunks in the file store
	entity text not null check (entity in
		('organizations', 'credentials', 'credential_analytics', 'groups', 'designs', 'attributes', 'publications', 'outcomes', 'mails', 'audit')),
	format text not null check (format in ('csv', 'xlsx')),
	filter jsonb not null default '{}',
	column_names text[] not null default '{}', -- as when it was started
	total_count integer not null,
	row_count integer not null default 0,
	piece_count integer not null default 0,
	last_id bigint not null default 0,
	state text not null default 'scheduled' check (state in ('scheduled', 'processing', 'completed', 'errored')),
	created_by bigint references users on delete cascade,
	api_key_id bigint references api_keys on delete cascade,
	created_at timestamptz not null,
	finished_at timestamptz,
	expires_at timestamptz not null,
	check ((finished_at is not null) = (state in ('completed', 'errored'))),
	private_keys boolean not null default false
);
create index data_exports_asker_idx on data_exports (department_id, created_by, id desc);
create index data_exports_expiry_idx on data_exports (expires_at);
call protect_by_department('data_exports');

-- Spreadsheets that credentials are imported from.
create table imports (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	state text not null default 'uploaded'
		check (state in ('uploaded', 'parsed', 'mapped', 'validated', 'importing', 'completed', 'completed_with_errors', 'failed', 'cancelled')),
	revision integer not null default 1, -- incremented with every choice, so that outdated work is discarded
	problem jsonb, -- why it failed: code, params
	object_key text not null,
	file_name text not null check (char_length(file_name) <= 300),
	format text not null check (format in ('csv', 'txt', 'xls', 'xlsx')),
	size bigint not null default 0,
	file_deleted_at timestamptz,
	sheets jsonb not null default '[]',
	sheet integer not null default 0,
	delimiter text not null default '',
	encoding text not null default '',
	header_row integer not null default 0,
	columns jsonb not null default '[]',
	mapping jsonb not null default '{}',
	remembered boolean not null default false,
	settings jsonb not null default '{}',
	total_rows integer not null default 0,
	good_rows integer not null default 0,
	warning_rows integer not null default 0,
	error_rows integer not null default 0,
	excluded_rows integer not null default 0,
	new_recipients integer not null default 0,
	problem_counts jsonb not null default '[]',
	notices jsonb not null default '[]',
	created integer not null default 0,
	updated integer not null default 0,
	skipped integer not null default 0,
	failed integer not null default 0,
	publish boolean not null default false,
	send_email boolean not null default false,
	hold_minutes integer not null default 0 check (hold_minutes between 0 and 60),
	publication_uuid uuid,
	consent_name text,
	consent_at timestamptz,
	undo jsonb,
	undone_at timestamptz,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_by_name text not null default '',
	created_at timestamptz not null,
	started_at timestamptz,
	finished_at timestamptz,
	expires_at timestamptz not null,
	constraint imports_department_id_key unique (department_id, id),
	constraint imports_consent_check check (started_at is null or consent_at is not null)
);
create index imports_department_idx on imports (department_id, id desc);
create index imports_expiry_idx on imports (expires_at);
create index imports_file_idx on imports (created_at) where file_deleted_at is null;
call protect_by_department('imports');

-- The rows of an import.
create table import_rows (
	import_id bigint not null,
	department_id bigint not null,
	number integer not null, -- in the file, from 1
	cells jsonb not null,
	excluded boolean not null default false,
	errors smallint not null default 0,
	warnings smallint not null default 0,
	problems jsonb not null default '[]',
	outcome text check (outcome in ('created', 'updated', 'skipped', 'failed')), -- null: pending
	reason jsonb,
	credential_id bigint,
	undone text check (undone in ('deleted', 'revoked', 'kept')),
	primary key (import_id, number),
	constraint import_rows_import_fkey foreign key (department_id, import_id) references imports (department_id, id) on delete cascade
);
create index import_rows_open_idx on import_rows (import_id, number) where outcome is null;
create index import_rows_problem_idx on import_rows (import_id, number) where errors > 0 or warnings > 0;
create index import_rows_failed_idx on import_rows (import_id, number) where outcome = 'failed';
create index import_rows_undo_idx on import_rows (import_id, number) where outcome = 'created' and undone is null;
call protect_by_department('import_rows');

-- The last mapping a department used for a file with the same columns.
create table import_mappings (
	department_id bigint not null references departments,
	signature bytea not null, -- hash of the column names
	mapping jsonb not null,
	updated_at timestamptz not null,
	primary key (department_id, signature)
);
call protect_by_department('import_mappings');

-- Links where people request a credential for themselves.
create table claim_links (
	id bigint generated always as identity (start with 1001) primary key,
	department_id bigint not null references departments,
	group_id bigint not null,
	token text not null unique check (token ~ '^[a-z0-9]{12}$'),
	name text not null check (char_length(name) between 1 and 255),
	opens_at timestamptz,
	closes_at timestamptz check (closes_at > opens_at),
	quota integer check (quota between 1 and 1000000),
	taken_count integer not null default 0, -- credentials issued, and places reserved for requests that wait for approval
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

-- Requests made through a claim link.
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

-- Prerequisites: who holds a credential of each of these groups is issued one of the group.
create table group_prerequisites (
	department_id bigint not null,
	group_id bigint not null,
	prerequisite_id bigint not null check (prerequisite_id <> group_id),
	primary key (group_id, prerequisite_id),
	constraint group_prerequisites_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade,
	constraint group_prerequisites_prerequisite_fkey foreign key (department_id, prerequisite_id) references groups (department_id, id)
);
create index group_prerequisites_prerequisite_idx on group_prerequisites (department_id, prerequisite_id);
call protect_by_department('group_prerequisites');

-- Groups whose prerequisites have to be checked, because something they depend on changed. Rows are only inserted and deleted, so that concurrent
-- publications never wait for each other.
create table stack_marks (
	id bigint generated always as identity primary key,
	department_id bigint not null,
	group_id bigint not null
);
call protect_by_department('stack_marks');

-- Who was issued a credential of a group for its prerequisites, so that it happens only once. Addresses are stored as hashes, which outlive the
-- credentials.
create table stack_results (
	department_id bigint not null,
	group_id bigint not null,
	address_hash bytea not null,
	credential_id bigint, -- null after it was purged
	suspended_at timestamptz, -- since when it is suspended because a prerequisite was lost; equals suspended_at of the credential
	created_at timestamptz not null,
	primary key (group_id, address_hash),
	constraint stack_results_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade,
	constraint stack_results_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete set null (credential_id)
);
create index stack_results_credential_idx on stack_results (department_id, credential_id);
call protect_by_department('stack_results');

create function stacks_tell_prerequisites() returns trigger language plpgsql as $$
begin
	insert into stack_marks (department_id, group_id) values (new.department_id, new.group_id);
	return null;
end $$;

create trigger stacks_tell after insert on group_prerequisites for each row execute function stacks_tell_prerequisites();

create function stacks_tell_groups() returns trigger language plpgsql as $$
begin
	insert into stack_marks (department_id, group_id)
	select p.department_id, p.group_id from group_prerequisites p
	where p.department_id = new.department_id and p.group_id = new.id limit 1;
	return null;
end $$;

create trigger stacks_tell after update of state, prerequisites_after, prerequisites_lost on groups
	for each row when ((old.state, old.prerequisites_after, old.prerequisites_lost) is distinct from (new.state, new.prerequisites_after, new.prerequisites_lost))
	execute function stacks_tell_groups();

-- Marks groups for a prerequisite check. In departments without prerequisites the cost is one look-up.
create function stacks_tell_credentials() returns trigger language plpgsql as $$
begin
	if not exists (select from group_prerequisites) then
		return null;
	end if;
	insert into stack_marks (department_id, group_id)
	select distinct p.department_id, p.group_id
	from now_rows n
	join was_rows w on w.id = n.id
	join group_prerequisites p on p.department_id = n.department_id and p.prerequisite_id in (n.group_id, w.group_id)
	where not n.test and (n.state, n.group_id, n.recipient_address) is distinct from (w.state, w.group_id, w.recipient_address);
	return null;
end $$;
-- See webhook_tell_credentials.
alter function stacks_tell_credentials() set enable_nestloop = off; -- either table is taken for one row, whatever it holds

create trigger stacks_tell after update on credentials referencing old table as was_rows new table as now_rows
	for each statement execute function stacks_tell_credentials();

-- Credentials may be inserted as issued; groups with prerequisites hear of these too.
create function stacks_tell_issued() returns trigger language plpgsql as $$
begin
	if not exists (select from group_prerequisites) then
		return null;
	end if;
	insert into stack_marks (department_id, group_id)
	select distinct p.department_id, p.group_id
	from now_rows n
	join group_prerequisites p on p.department_id = n.department_id and p.prerequisite_id = n.group_id
	where not n.test and n.state not in ('draft', 'scheduled', 'deleted');
	return null;
end $$;

create trigger stacks_tell_issued after insert on credentials referencing new table as now_rows
	for each statement execute function stacks_tell_issued();
