drop view groups_shown;
drop index credentials_deleted_license_idx;
alter table api_key_requests add constraint api_key_requests_api_key_id_fkey foreign key (api_key_id) references api_keys (id),
	add constraint api_key_requests_department_id_fkey foreign key (department_id) references departments (id);
