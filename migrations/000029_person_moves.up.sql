-- Changes of a person's address that wait until somebody confirms the new one. A person has one at most; it is deleted when it ends.
create table person_moves (
	id bigint generated always as identity not null,
	department_id bigint not null,
	from_address text not null,
	to_email text not null,
	merge boolean not null,
	asked_by bigint,
	api_key_id bigint,
	secret_hash bytea not null,
	created_at timestamptz not null,
	expires_at timestamptz not null,
	constraint person_moves_pkey primary key (id),
	constraint person_moves_department_id_fkey foreign key (department_id) references departments (id),
	constraint person_moves_from_key unique (department_id, from_address),
	constraint person_moves_secret_hash_key unique (secret_hash)
);
create index person_moves_expires_idx on person_moves (expires_at);
alter table person_moves enable row level security;
alter table person_moves force row level security;
create policy department on person_moves using (coalesce(coalesce(department_id, 0) = (select app_wall()), true));
grant delete, insert, select, update on person_moves to laurel_app;
