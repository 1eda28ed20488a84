-- What people who know a recipient say of them, on a credential.
create table credential_references (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	credential_id bigint not null,
	asked_by text not null check (asked_by in ('issuer', 'recipient')), -- who wanted it, and so decides on it
	relationship text not null default '' -- '': not told, as some clients do, or not yet
		check (relationship in ('', 'taught', 'managed', 'mentored', 'worked', 'studied', 'friends', 'stranger', 'professor')),
	words text not null default '' check (char_length(words) <= 5000),
	referee_name text not null check (char_length(referee_name) between 1 and 255),
	referee_email text not null default '' check (char_length(referee_email) <= 320),
	referee_title text not null default '' check (char_length(referee_title) <= 255),
	referee_url text not null default '' check (char_length(referee_url) <= 2048),
	referee_avatar text not null default '' check (char_length(referee_avatar) <= 2048),
	message text not null default '' check (char_length(message) <= 1000), -- to the referee
	position integer not null,
	state text not null check (state in ('requested', 'submitted', 'approved', 'rejected', 'withdrawn')),
	rejection text not null default '' check (char_length(rejection) <= 500),
	turn integer not null default 0, -- grows with every mail to the referee and every decision, so that each mail goes once
	token_hash bytea unique, -- of the latest link; null: nobody was asked by mail, or the referee withdrew
	token_expires_at timestamptz, -- null once there are words: a referee can always take them back
	requested_at timestamptz, -- null: the issuer handed the words in
	submitted_at timestamptz,
	decided_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint credential_references_credential_fkey foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade,
	constraint credential_references_written_check check ((words = '') = (state in ('requested', 'withdrawn'))),
	constraint credential_references_open_check check (state <> 'requested' or token_hash is not null and token_expires_at is not null)
);
create index credential_references_credential_idx on credential_references (department_id, credential_id, position, id);
call protect_by_department('credential_references');
