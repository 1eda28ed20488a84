-- name: ServerRead :one
-- ServerRead reads the mail server of a department.
select * from email_servers where department_id = @department_id;

-- name: ServerWrite :exec
-- ServerWrite inserts or replaces the mail server of a department.
insert into email_servers (department_id, host, port, security, username, sealed_password, enabled, failover, updated_at)
values (@department_id, @host, @port, @security, @username, @sealed_password, @enabled, @failover, @now)
on conflict (department_id) do update set host = excluded.host, port = excluded.port, security = excluded.security, username = excluded.username,
	sealed_password = excluded.sealed_password, enabled = excluded.enabled, failover = excluded.failover, failed_at = null, failure = '',
	updated_at = excluded.updated_at;

-- name: ServerDelete :exec
-- ServerDelete removes the mail server of a department.
delete from email_servers where department_id = @department_id;

-- name: ServerSetFailure :exec
-- ServerSetFailure records that a server failed, or works again.
update email_servers set failed_at = @failed_at, failure = @failure where department_id = @department_id;

-- name: UserEmail :one
-- UserEmail reads the address of a user.
select email from users where id = @id;
