-- A publication may hold its mails back for some minutes; until then it can be undone as if it had never been.
alter table departments add column hold_minutes integer not null default 0 check (hold_minutes between 0 and 60); -- what the publish dialog proposes

alter table publications
	add column hold_minutes integer not null default 0 check (hold_minutes between 0 and 60),
	add column hold_until timestamptz,   -- known when the last credential is published
	add column released_at timestamptz,  -- from here on its mails go out
	add column undone_at timestamptz,    -- from here on what it published is taken back
	add column undone_by bigint references users on delete set null,
	add column undone_by_key bigint references api_keys on delete set null,
	add column undone_count integer not null default 0,
	add column undo_finished_at timestamptz,
	add constraint publications_undo_check check (undone_at is null or released_at is null);

alter table mails add column held_by uuid; -- the publication that holds the mail back
create index mails_held_idx on mails (held_by, id) where held_by is not null;
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain', 'dropped'));
