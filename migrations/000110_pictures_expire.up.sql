-- Pictures are kept while somebody asks for them, also those that show a design alone, which belong to no department.
alter table kept_documents
	alter column department_id drop not null,
	add column asked_on date; -- of a picture: the day on which somebody last asked for it; null for documents, which stay until they change

-- next step
call pg_temp.in_batches('kept_documents', 'name',
	$batch$ update kept_documents set asked_on = kept_at::date where {rows} and name like 'picture/%' and asked_on is null $batch$);

-- next step
create index concurrently if not exists kept_documents_asked_idx on kept_documents (asked_on) where asked_on is not null;
