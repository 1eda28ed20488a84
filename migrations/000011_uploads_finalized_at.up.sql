-- When the raw file of a checked upload was made final, after the policy with which it could be sent again had expired.
alter table uploads add column finalized_at timestamptz;

-- next step
-- Finds checked uploads whose raw file may have been sent again.
create index concurrently if not exists uploads_unfinalized_idx on uploads (created_at) where state <> 'pending' and finalized_at is null;
