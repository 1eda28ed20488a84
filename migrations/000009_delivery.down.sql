drop table if exists kept_documents_swept, kept_documents, document_packs, mails;
drop function if exists mails_about_tests();
