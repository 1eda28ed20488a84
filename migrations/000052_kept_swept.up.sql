-- Up to when changes of credentials were looked at for documents of before: the next sweep looks at later ones alone. No change before the
-- oldest document that is kept left one behind.
create table kept_documents_swept (
	one boolean primary key default true check (one),
	changed_before timestamptz not null
);
select set_config('app.system', 'on', true);
insert into kept_documents_swept (changed_before) select coalesce(min(kept_at), now() - interval '1 day') from kept_documents;
select set_config('app.system', '', true);
