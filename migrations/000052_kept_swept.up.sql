-- Up to when changes of credentials were looked at for documents of before: the next sweep looks at later ones alone. The first looks at all.
create table kept_documents_swept (
	one boolean primary key default true check (one),
	changed_before timestamptz not null
);
insert into kept_documents_swept (changed_before) values ('2000-01-01');
