-- Since when a mail is being tried: after five days without success it fails.
alter table mails add column tried_since timestamptz;
update mails set tried_since = created_at where attempts > 0 and state in ('queued', 'sending');
-- Mails that still have to go out, and those that did not arrive.
create index mails_open_idx on mails (id) where state in ('queued', 'sending');
create index mails_unsent_idx on mails (created_at) where state in ('failed', 'uncertain');
