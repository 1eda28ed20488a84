-- Pictures are kept while somebody asks for them, also those that show a design alone, which belong to no department.
alter table kept_documents
	alter column department_id drop not null,
	add column asked_on date; -- of a picture: the day on which somebody last asked for it; null for documents, which stay until they change
select set_config('app.system', 'on', true);
update kept_documents set asked_on = kept_at::date where name like 'picture/%';
select set_config('app.system', '', true);
create index kept_documents_asked_idx on kept_documents (asked_on) where asked_on is not null;
