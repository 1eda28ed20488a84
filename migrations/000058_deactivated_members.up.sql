-- Members who are deactivated: their memberships as they were, without anything that reads memberships having to know of them.
create table deactivated_members (
	department_id bigint not null,
	user_id bigint not null,
	member_id bigint not null,
	role text not null,
	permission_groups bigint[] not null default '{}',
	created_at timestamptz not null, -- of the membership
	last_seen_at timestamptz,
	deactivated_at timestamptz not null,
	constraint deactivated_members_pkey primary key (user_id, department_id),
	constraint deactivated_members_department_id_fkey foreign key (department_id) references departments (id),
	constraint deactivated_members_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create unique index deactivated_members_member_id_key on deactivated_members (department_id, member_id);
call protect_by_department('deactivated_members');
