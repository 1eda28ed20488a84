drop table rewordings;
