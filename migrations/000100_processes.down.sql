drop table processes;
