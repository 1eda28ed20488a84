-- What is done to many credentials at once: the action, and what came of each credential.
create table bulk_actions (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	uuid uuid not null unique,
	kind text not null check (kind in ('expiry', 'resend', 'remind', 'suspend', 'reinstate', 'revoke', 'delete', 'restore', 'move', 'privacy')),
	params jsonb not null default '{}',
	undo_of bigint unique references bulk_actions on delete cascade, -- it puts back what that one changed; once
	input_count integer not null,
	done_count integer not null default 0,
	unchanged_count integer not null default 0,
	refused_count integer not null default 0,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_at timestamptz not null,
	cancelled_at timestamptz,
	finished_at timestamptz,
	constraint bulk_actions_department_id_key unique (department_id, id)
);
create index bulk_actions_department_idx on bulk_actions (department_id, id desc);
call protect_by_department('bulk_actions');

create table bulk_items (
	action_id bigint not null,
	department_id bigint not null references departments,
	credential_id bigint not null,
	outcome text check (outcome in ('done', 'unchanged', 'refused')), -- null: not yet looked at
	reason text not null default '',                                  -- why it was refused
	trace jsonb,                                                      -- what it had before, for who undoes it
	primary key (action_id, credential_id),
	constraint bulk_items_action_fkey foreign key (department_id, action_id) references bulk_actions (department_id, id) on delete cascade,
	constraint bulk_items_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index bulk_items_open_idx on bulk_items (action_id, credential_id) where outcome is null;
create index bulk_items_outcome_idx on bulk_items (action_id, outcome, credential_id) where outcome is not null;
create index bulk_items_credential_idx on bulk_items (department_id, credential_id);
call protect_by_department('bulk_items');
