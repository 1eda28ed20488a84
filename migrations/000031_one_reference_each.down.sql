drop trigger credentials_forget_items on credentials;
drop function credentials_forget_items;
drop trigger publications_forget_items on publications;
drop function publications_forget_items;
drop trigger publication_items_added on publication_items;
drop trigger publication_items_moved on publication_items;
drop function publication_items_check;
alter table publication_items add constraint publication_items_credential_fkey
	foreign key (department_id, credential_id) references credentials (department_id, id) on delete cascade;
alter table publication_items add constraint publication_items_publication_id_fkey
	foreign key (publication_id) references publications on delete cascade;
alter table credentials add constraint credentials_department_id_fkey foreign key (department_id) references departments;
alter table publication_items add constraint publication_items_department_id_fkey foreign key (department_id) references departments;
alter table import_rows add constraint import_rows_department_id_fkey foreign key (department_id) references departments;
alter table bulk_items add constraint bulk_items_department_id_fkey foreign key (department_id) references departments;
alter table signed_badges add constraint signed_badges_department_id_fkey foreign key (department_id) references departments;
