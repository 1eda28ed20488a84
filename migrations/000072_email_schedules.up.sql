-- When recipients are reminded of credentials that they have not opened, and told that one expires. A department without a row sends neither.
-- The row of a group replaces that of its department for the group's credentials. done_until is the last day whose emails were written; run_*
-- is where the emails of the next days are.
create table email_schedules (
	id bigint generated always as identity,
	department_id bigint not null,
	group_id bigint, -- null: all groups without a row
	reminders_on boolean not null,
	reminder_days integer[] not null, -- after publication
	expiry_on boolean not null,
	expiry_days integer[] not null, -- from the last day; negative: before it
	done_until date not null,
	run_until date,
	run_step integer not null default 0,
	run_at timestamptz,
	run_after bigint not null default 0,
	updated_at timestamptz not null,
	constraint email_schedules_pkey primary key (id),
	constraint email_schedules_department_id_fkey foreign key (department_id) references departments (id),
	constraint email_schedules_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade,
	constraint email_schedules_group_key unique nulls not distinct (department_id, group_id),
	constraint email_schedules_reminder_days_check check (cardinality(reminder_days) <= 3),
	constraint email_schedules_expiry_days_check check (cardinality(expiry_days) <= 5)
);
call protect_by_department('email_schedules');

alter table email_settings add column schedules_paused boolean not null default false;

-- next step
alter table mail_opt_outs drop constraint mail_opt_outs_topic_check;
alter table mail_opt_outs add constraint mail_opt_outs_topic_check
	check (topic in ('credentials', 'changes', 'requests', 'references', 'reminders')) not valid;

-- next step
alter table mail_opt_outs validate constraint mail_opt_outs_topic_check;

-- next step
create index concurrently if not exists credentials_published_idx on credentials (department_id, published_at, id) where state = 'published';
