-- When to look whether anything still shows a picture, because a credential that did was purged. A picture that nothing shows is deleted.
alter table uploads add column check_use_at timestamptz;

-- next step
create index concurrently if not exists uploads_check_use_idx on uploads (check_use_at, id) where check_use_at is not null;
