drop table if exists imported_files, imported_credentials;
