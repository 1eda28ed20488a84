-- Since when a mail is being tried: after five days without success it fails.
alter table mails add column tried_since timestamptz;

-- next step
call pg_temp.in_batches('mails', 'id',
	$batch$ update mails set tried_since = created_at where {rows} and attempts > 0 and state in ('queued', 'sending') and tried_since is null $batch$);

-- next step
-- Mails that still have to go out.
create index concurrently if not exists mails_open_idx on mails (id) where state in ('queued', 'sending');

-- next step
-- Mails that did not arrive.
create index concurrently if not exists mails_unsent_idx on mails (created_at) where state in ('failed', 'uncertain');
