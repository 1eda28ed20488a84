-- Codes of the reason why an import, or its undo, ended before everything was done: its starter lost the right to do it.
alter table imports add column stop_reason text, add column undo_stop_reason text,
	add column undone_by bigint, add column undone_by_key bigint;

-- next step
-- Likewise of rewordings.
alter table rewordings add column stop_reason text;

-- next step
alter table imports add constraint imports_undone_by_fkey foreign key (undone_by) references users (id) on delete set null not valid;

-- next step
alter table imports add constraint imports_undone_by_key_fkey foreign key (undone_by_key) references api_keys (id) on delete set null not valid;

-- next step
alter table imports validate constraint imports_undone_by_fkey;

-- next step
alter table imports validate constraint imports_undone_by_key_fkey;
