drop table kept_documents_swept;
