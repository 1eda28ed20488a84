-- How far the audit log was sent to the collector of the installation.
create table audit_streaming (
	only_row boolean primary key default true check (only_row),
	streamed_id bigint not null default 0,
	streamed_at timestamptz
);
insert into audit_streaming default values;
grant select, update on audit_streaming to laurel_app;
