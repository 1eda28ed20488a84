-- Signing keys, signed badges and status lists.

-- Ed25519 keys that departments sign with. Retired keys are kept as long as what they signed.
create table signing_keys (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	multikey text not null unique,
	sealed_seed bytea not null,
	created_at timestamptz not null,
	retired_at timestamptz,
	unique (department_id, id),
	revoked_at timestamptz, -- the key was compromised: its signatures are no longer trusted, and what it signed is signed again
	constraint signing_keys_revoked_check check (revoked_at is null or retired_at is not null)
);
create unique index signing_keys_current_idx on signing_keys (department_id) where retired_at is null;
call protect_by_department('signing_keys');

-- RSA keys that departments sign VC-JWTs with. Retired keys are kept because the tokens are in circulation.
create table token_keys (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null unique,
	public_key jsonb not null,
	sealed_key bytea not null,
	created_at timestamptz not null,
	retired_at timestamptz,
	revoked_at timestamptz, -- as for signing_keys
	constraint token_keys_revoked_check check (revoked_at is null or retired_at is not null)
);
create index token_keys_department_idx on token_keys (department_id);
create unique index token_keys_current_idx on token_keys (department_id) where retired_at is null;
call protect_by_department('token_keys');

-- Signed Open Badges 3.0 documents. A correction adds a row; earlier documents are kept because they were handed out.
create table signed_badges (
	id bigint generated always as identity primary key,
	department_id bigint not null,
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

-- Credentials whose badge a background job signs again.
create table badges_to_sign (
	credential_id bigint primary key,
	department_id bigint not null
);
call protect_by_department('badges_to_sign');

-- Pairs of bitstring status lists, one for revocation and one for suspension. The signed lists are stored so that every process serves the same
-- bytes. They are signed again when version is ahead of signed_version, and before they expire.
create table status_lists (
	department_id bigint not null references departments,
	number integer not null check (number > 0),
	version bigint not null default 1,
	signed_version bigint not null default 0,
	revocation text not null default '',
	suspension text not null default '',
	primary key (department_id, number),
	valid_until timestamptz -- lists expire so that an old copy cannot hide a revocation; null: signed without an end
);
call protect_by_department('status_lists');

-- The position of a credential in both lists of a pair. A signed badge names the revocation entry, whose bit is set while the badge must not be
-- accepted. A correction gets a new entry and sets the bit of the old one. Positions are never reused, so entries outlive their credentials.
create table status_entries (
	department_id bigint not null references departments,
	number integer not null,
	position integer not null check (position between 0 and 131071),
	credential_id bigint,
	primary key (department_id, number, position),
	constraint status_entries_list_fkey foreign key (department_id, number) references status_lists (department_id, number),
	constraint status_entries_credential_fkey foreign key (department_id, credential_id)
		references credentials (department_id, id) on delete set null (credential_id),
	superseded_at timestamptz -- when a correction replaced the badge that names this entry
);
create unique index status_entries_current_key on status_entries (department_id, credential_id) where superseded_at is null;
create index status_entries_credential_idx on status_entries (department_id, credential_id);
call protect_by_department('status_entries');

-- Entries are never deleted, and only superseded_at changes: the position of a credential in the published lists is final.
revoke update, delete on status_entries from laurel_app;
grant update (superseded_at) on status_entries to laurel_app;

-- Whether badges of credentials in this state must not be accepted.
create function withheld(state text) returns boolean language sql immutable parallel safe
	as $$ select state in ('in_progress', 'suspended', 'revoked', 'deleted') $$;

-- Advances the version of status lists when credentials change, once per statement: after a change of validity, and after a correction of what a
-- badge or document says, which also supersedes the entry of the earlier badge. How group, designs and evidence look is not part of that. Old and
-- new rows are united and grouped instead of joined: the planner estimates one row for a transition table and would compare each old row with
-- each new one, 250,000 comparisons for 500 credentials.
create function status_lists_move_on() returns trigger language plpgsql as $$
begin
	with changed as materialized (
		select r.department_id, r.id, min(r.facts) <> max(r.facts) as corrected
		from (
			select x.department_id, x.id, withheld(x.state) as withheld,
				hash_record_extended(row(x.recipient_name, x.recipient_address, x.license_id, x.name, x.description, x.issued_on, x.expired_on, x.expired_at, x.grade,
					x.custom_attributes, (x.snapshot -> 'group') - 'name' - 'course_link'), 0) as facts
			from (select * from was_rows union all select * from now_rows) x
			where x.published_at is not null
		) r
		group by 1, 2
		having bool_or(r.withheld) <> bool_and(r.withheld) or min(r.facts) <> max(r.facts)
	), entries as (
		select e.department_id, e.number, e.position, c.corrected and e.superseded_at is null as replaced
		from changed c join status_entries e on e.department_id = c.department_id and e.credential_id = c.id
	), superseded as (
		update status_entries e set superseded_at = now()
		from entries n where n.replaced and e.department_id = n.department_id and e.number = n.number and e.position = n.position
	)
	update status_lists l set version = l.version + 1
	from (select distinct department_id, number from entries) moved
	where l.department_id = moved.department_id and l.number = moved.number;
	return null;
end $$;

create trigger credentials_standing after update on credentials referencing old table as was_rows new table as now_rows
	for each statement execute function status_lists_move_on();
