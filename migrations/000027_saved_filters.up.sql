-- Filters of the list of credentials that a person keeps by name, in one department.
create table saved_filters (
	id bigint generated always as identity (start with 1001) primary key,
	department_id bigint not null references departments,
	user_id bigint not null references users on delete cascade,
	name text not null check (char_length(name) between 1 and 255),
	query text not null check (char_length(query) between 1 and 2000), -- as it stands in the address of the list
	is_default boolean not null default false, -- what the list begins with
	created_at timestamptz not null,
	updated_at timestamptz not null
);
create unique index saved_filters_name_key on saved_filters (department_id, user_id, lower(name));
create unique index saved_filters_default_key on saved_filters (department_id, user_id) where is_default;
call protect_by_department('saved_filters');

-- Lists are narrowed by grade and by day of creation.
create index credentials_grade_idx on credentials (department_id, grade, id) where grade is not null and state <> 'deleted';
create index credentials_created_idx on credentials (department_id, created_at) where state <> 'deleted';
