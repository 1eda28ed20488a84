-- When emails of each department were last handed over in bulk: of several departments with emails that wait, the one that waited longest is next.
create table mail_lanes (
	department_id bigint not null,
	served_at timestamptz not null,
	constraint mail_lanes_pkey primary key (department_id),
	constraint mail_lanes_department_id_fkey foreign key (department_id) references departments (id)
);
call protect_by_department('mail_lanes');
