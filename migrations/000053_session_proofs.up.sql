-- When the person of a session last proved who they are.
alter table sessions add column proved_at timestamptz;
