-- Every kind of step on tables with many rows. The tests of migrating a database in use run it after the migrations.
alter table credentials add column trial integer;

-- next step
alter table mails add column trial text not null default '';

-- next step
alter table credentials add constraint credentials_trial_check check (trial > 0) not valid;

-- next step
alter table credentials validate constraint credentials_trial_check;

-- next step
call pg_temp.in_batches('credentials', 'id', $batch$ update credentials set trial = 1 where {rows} and trial is null $batch$);

-- next step
call pg_temp.in_batches('mails', 'id', $batch$ update mails set trial = md5(html) where {rows} and trial = '' $batch$);

-- next step
create index concurrently if not exists credentials_trial_idx on credentials (department_id, trial, id desc) include (group_id, test) where state <> 'deleted';

-- next step
create index concurrently if not exists mails_trial_idx on mails (id) where state in ('queued', 'sending');

-- next step
create index concurrently if not exists credentials_trial_words_idx on credentials using gin (folded(recipient_name) gin_trgm_ops);

-- next step
drop index concurrently if exists credentials_trial_words_idx;

-- next step
alter table kept_documents add column trial date;

-- next step
call pg_temp.in_batches('kept_documents', 'name', $batch$ update kept_documents set trial = kept_at::date where {rows} and trial is null $batch$);
