delete from mail_opt_outs where topic = 'reports';
alter table mail_opt_outs drop constraint mail_opt_outs_topic_check;
alter table mail_opt_outs add constraint mail_opt_outs_topic_check
	check (topic in ('credentials', 'changes', 'requests', 'references', 'reminders'));
drop table analytics_report_recipients;
drop table analytics_reports;
drop table mail_files;
