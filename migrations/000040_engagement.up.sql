-- How far people went with a credential: its page was looked at, by its recipient, a file was fetched or a link followed, it was
-- shared. It stands beside the credentials, which nobody's visit writes to; those that nobody looked at have no row.
create table credential_engagements (
	credential_id bigint primary key,
	department_id bigint not null,
	level smallint not null check (level between 1 and 4), -- viewed, opened, engaged, shared
	reached_at timestamptz not null,
	constraint credential_engagements_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade
);
create index credential_engagements_level_idx on credential_engagements (department_id, level, credential_id);
call protect_by_department('credential_engagements');
