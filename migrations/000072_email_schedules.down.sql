drop index if exists credentials_published_idx;
delete from mail_opt_outs where topic = 'reminders';
alter table mail_opt_outs drop constraint mail_opt_outs_topic_check;
alter table mail_opt_outs add constraint mail_opt_outs_topic_check
	check (topic in ('credentials', 'changes', 'requests', 'references'));
alter table email_settings drop column schedules_paused;
drop table email_schedules;
