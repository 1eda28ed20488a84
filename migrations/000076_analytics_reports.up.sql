-- Files that come with emails: pictures that the text shows, and attachments.
create table mail_files (
	id bigint generated always as identity,
	department_id bigint, -- that of the email
	mail_id bigint not null,
	name text not null,
	content_type text not null,
	content_id text not null default '', -- by which the text shows it; '': an attachment
	body bytea not null,
	constraint mail_files_pkey primary key (id),
	constraint mail_files_department_id_fkey foreign key (department_id) references departments (id),
	constraint mail_files_mail_id_fkey foreign key (mail_id) references mails (id) on delete cascade
);
create index mail_files_mail_idx on mail_files (mail_id);
call protect_by_department('mail_files');

-- Reports about credentials that members get by email. next_on is the day of the next one, in the time zone of the department; last_* is what
-- became of the last one.
create table analytics_reports (
	id bigint generated always as identity,
	department_id bigint not null,
	name text not null,
	frequency text not null,
	day smallint not null, -- of the week, from Monday, or of the month
	hour smallint not null,
	sections text[] not null,
	group_id bigint, -- null: all groups
	tag text not null default '',
	paused boolean not null default false,
	next_on date not null,
	created_by bigint,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	last_from date,
	last_to date,
	last_at timestamptz, -- null while it is written
	last_sent integer not null default 0,
	last_skipped integer not null default 0,
	constraint analytics_reports_pkey primary key (id),
	constraint analytics_reports_department_id_key unique (department_id, id),
	constraint analytics_reports_department_id_fkey foreign key (department_id) references departments (id),
	constraint analytics_reports_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade,
	constraint analytics_reports_created_by_fkey foreign key (created_by) references users (id) on delete set null,
	constraint analytics_reports_day_check check (frequency = 'weekly' and day between 1 and 7 or frequency = 'monthly' and day between 1 and 28),
	constraint analytics_reports_hour_check check (hour between 0 and 23)
);
create index analytics_reports_due_idx on analytics_reports (next_on) where not paused;
call protect_by_department('analytics_reports');

-- Who gets a report. A member who leaves the department gets none.
create table analytics_report_recipients (
	department_id bigint not null,
	report_id bigint not null,
	user_id bigint not null,
	constraint analytics_report_recipients_pkey primary key (report_id, user_id),
	constraint analytics_report_recipients_report_fkey foreign key (department_id, report_id) references analytics_reports (department_id, id) on delete cascade,
	constraint analytics_report_recipients_member_fkey foreign key (user_id, department_id) references memberships (user_id, department_id) on delete cascade
);
create index analytics_report_recipients_member_idx on analytics_report_recipients (user_id, department_id);
call protect_by_department('analytics_report_recipients');

-- next step
alter table mail_opt_outs drop constraint mail_opt_outs_topic_check;
alter table mail_opt_outs add constraint mail_opt_outs_topic_check
	check (topic in ('credentials', 'changes', 'requests', 'references', 'reminders', 'reports')) not valid;

-- next step
alter table mail_opt_outs validate constraint mail_opt_outs_topic_check;
