drop table mail_attempts;
