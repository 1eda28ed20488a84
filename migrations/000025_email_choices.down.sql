alter table recipients drop column time_zone;
drop table mail_opt_outs;
