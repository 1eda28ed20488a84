-- What people chose about emails to their addresses, and the time zone of an account. A row stops emails of a topic to an address: those of
-- one department, or all of them (0).
create table mail_opt_outs (
	address text not null,
	topic text not null,
	department_id bigint not null,
	created_at timestamptz not null,
	constraint mail_opt_outs_pkey primary key (address, topic, department_id),
	constraint mail_opt_outs_topic_check check (topic in ('credentials', 'changes', 'requests', 'references'))
);
alter table mail_opt_outs enable row level security;
alter table mail_opt_outs force row level security;
create policy system on mail_opt_outs using ((select app_system()));
grant delete, insert, select, update on mail_opt_outs to laurel_app;

alter table recipients add column time_zone text not null default '';
