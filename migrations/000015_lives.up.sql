-- The life of a credential: which state may follow which, when a draft is to be published, what superseded it, and what stays
-- of it once its data are gone.
alter table credentials
	add column publish_send_email boolean not null default true, -- whether the recipient is written to at publish_at
	add column publish_refusal text,                             -- why it could not be published last
	add column supersedes_id bigint,                             -- the credential that this one renews
	add column revokes_superseded boolean not null default false, -- revoke that one once this one is issued
	add column superseded_at timestamptz,                        -- when its renewal was issued
	add constraint credentials_supersedes_fkey foreign key (department_id, supersedes_id)
		references credentials (department_id, id) on delete set null (supersedes_id);

select set_config('app.system', 'on', true);
update credentials set state = 'draft' where state = 'scheduled' and publish_at is null;
select set_config('app.system', '', true);

alter table credentials
	add constraint credentials_scheduled_check check (state <> 'scheduled' or publish_at is not null);
create index credentials_due_idx on credentials (publish_at, id) where state = 'scheduled';
create index credentials_purge_idx on credentials (deleted_at, id) where state = 'deleted';

-- A renewal takes the place of what it renews when it is issued, so that one of them counts for the rule about duplicates.
drop index credentials_duplicate_key;
create unique index credentials_duplicate_key on credentials (group_id, lower(recipient_email))
	where not allows_duplicate and state not in ('deleted', 'revoked') and superseded_at is null
		and not (supersedes_id is not null and state in ('draft', 'scheduled'));
create unique index credentials_renewal_key on credentials (department_id, supersedes_id)
	where supersedes_id is not null and state not in ('deleted', 'revoked');

-- The table of internal/credentials/states.go, which a test compares with this one.
create function credentials_check_state() returns trigger language plpgsql as $$
begin
	if (old.state, new.state) in (
		('draft', 'scheduled'), ('draft', 'published'), ('draft', 'expired'), ('draft', 'deleted'),
		('scheduled', 'draft'), ('scheduled', 'published'), ('scheduled', 'expired'), ('scheduled', 'deleted'),
		('published', 'expired'), ('published', 'suspended'), ('published', 'revoked'), ('published', 'deleted'),
		('expired', 'published'), ('expired', 'suspended'), ('expired', 'revoked'), ('expired', 'deleted'),
		('suspended', 'published'), ('suspended', 'expired'), ('suspended', 'revoked'), ('suspended', 'deleted'),
		('revoked', 'deleted')
	) then
		return new;
	end if;
	-- What was deleted may only become what it was.
	if old.state = 'deleted' and (case
		when old.revoked_at is not null then new.state = 'revoked'
		when old.suspended_at is not null then new.state = 'suspended'
		when old.published_at is not null then new.state in ('published', 'expired')
		when old.publish_at is not null then new.state in ('scheduled', 'draft')
		else new.state = 'draft'
	end) then
		return new;
	end if;
	raise exception 'a credential that is % cannot become %', old.state, new.state
		using errcode = 'check_violation', constraint = 'credentials_state_change', table = 'credentials';
end $$;
create trigger credentials_state_change before update of state on credentials
	for each row when (old.state is distinct from new.state) execute function credentials_check_state();

-- What stays of a credential whose data were purged: enough to answer its links, and to prove what it was to who kept it.
create table tombstones (
	department_id bigint not null references departments,
	credential_id bigint not null,
	uuid uuid not null unique,
	encoded_id text not null unique,
	private_key text, -- null: it was public
	issued boolean not null,
	hash bytea not null check (length(hash) = 32),
	deleted_at timestamptz not null,
	purged_at timestamptz not null,
	primary key (credential_id)
);
create index tombstones_department_idx on tombstones (department_id, credential_id);
call protect_by_department('tombstones');
