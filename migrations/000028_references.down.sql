drop table credential_references;
