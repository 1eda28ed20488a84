drop table data_exports;
