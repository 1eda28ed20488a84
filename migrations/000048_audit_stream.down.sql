drop table audit_streaming;
