drop table email_servers;
