drop index kept_documents_asked_idx;
select set_config('app.system', 'on', true);
delete from kept_documents where department_id is null;
select set_config('app.system', '', true);
alter table kept_documents
	drop column asked_on,
	alter column department_id set not null;
