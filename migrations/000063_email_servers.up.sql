-- The mail servers that departments send through. The password is sealed. failed_at and failure tell of the last email that a server did
-- not take for a reason of its own; they are cleared by the next one that it takes.
create table email_servers (
	department_id bigint not null,
	host text not null,
	port integer not null,
	security text not null,
	username text not null default '',
	sealed_password bytea,
	enabled boolean not null default false,
	failover boolean not null default false, -- through the installation's server while this one fails
	failed_at timestamptz,
	failure text not null default '',
	updated_at timestamptz not null,
	constraint email_servers_pkey primary key (department_id),
	constraint email_servers_department_id_fkey foreign key (department_id) references departments (id),
	constraint email_servers_host_check check (char_length(host) between 1 and 253),
	constraint email_servers_port_check check (port between 1 and 65535),
	constraint email_servers_security_check check (security = any (array['tls', 'starttls', 'none']))
);
call protect_by_department('email_servers');
