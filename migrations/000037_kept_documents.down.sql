drop table kept_documents;
