drop table mail_lanes;
