-- name: ConnectionList :many
-- ConnectionList lists the connections of a department by name.
select * from sso_connections where department_id = @department_id order by lower(name), id;

-- name: ConnectionRead :one
-- ConnectionRead reads a connection of a department.
select * from sso_connections where department_id = @department_id and id = @id;

-- name: ConnectionByUUID :one
-- ConnectionByUUID reads the connection that a sign-in is for.
select c.* from sso_connections c join departments d on d.id = c.department_id where c.uuid = @uuid and d.deleted_at is null;

-- name: ConnectionInsert :one
-- ConnectionInsert adds a connection.
insert into sso_connections (uuid, department_id, name, issuer_url, client_id, sealed_secret, default_role, groups_claim, mappings, trusts_mfa, enabled, enforced, saml, created_at, updated_at)
values (@uuid, @department_id, @name, @issuer_url, @client_id, @sealed_secret, @default_role, @groups_claim, @mappings, @trusts_mfa, @enabled, @enforced, sqlc.narg('saml'), @now::timestamptz, @now::timestamptz) returning *;

-- name: ConnectionUpdate :one
-- ConnectionUpdate changes a connection.
update sso_connections set name = @name, issuer_url = @issuer_url, client_id = @client_id, sealed_secret = @sealed_secret, default_role = @default_role,
	groups_claim = @groups_claim, mappings = @mappings, trusts_mfa = @trusts_mfa, enabled = @enabled, enforced = @enforced, saml = sqlc.narg('saml'), updated_at = @now
where department_id = @department_id and id = @id returning *;

-- name: ConnectionDelete :exec
-- ConnectionDelete removes a connection with its identities.
delete from sso_connections where department_id = @department_id and id = @id;

-- name: ConnectionLock :exec
-- ConnectionLock makes the changes of a department's sign-in wait for each other.
select pg_advisory_xact_lock(hashtextextended('sso', @department_id));

-- name: DomainList :many
-- DomainList lists the domains of a department by name.
select * from sso_domains where department_id = @department_id order by domain;

-- name: DomainRead :one
-- DomainRead reads a domain of a department.
select * from sso_domains where department_id = @department_id and id = @id;

-- name: DomainInsert :one
-- DomainInsert adds a domain that is not proved yet.
insert into sso_domains (department_id, domain, token, created_at) values (@department_id, @domain, @token, @now) returning *;

-- name: DomainVerify :one
-- DomainVerify notes that a domain is proved.
update sso_domains set verified_at = coalesce(verified_at, @now::timestamptz) where department_id = @department_id and id = @id returning *;

-- name: DomainDelete :exec
-- DomainDelete removes a domain.
delete from sso_domains where department_id = @department_id and id = @id;

-- name: DomainVerified :one
-- DomainVerified reports whether a department proved a domain.
select exists (select from sso_domains where department_id = @department_id and domain = @domain and verified_at is not null);

-- name: Offered :many
-- Offered lists the connections that sign in people of a domain.
select c.uuid, c.name, c.enforced, (c.saml is not null)::boolean as is_saml from sso_domains s
join sso_connections c on c.department_id = s.department_id join departments d on d.id = c.department_id
where s.domain = @domain and s.verified_at is not null and c.enabled and d.deleted_at is null order by lower(c.name), c.id;

-- name: Enforced :one
-- Enforced reports whether a department makes a member sign in with its provider. Owners and administrators of the organization may do
-- otherwise, so that nobody locks them out.
select exists (select from sso_domains s join sso_connections c on c.department_id = s.department_id join departments d on d.id = c.department_id
	join memberships m on m.department_id = s.department_id and m.user_id = @user_id
	where s.domain = @domain and s.verified_at is not null and c.enabled and c.enforced and d.deleted_at is null and m.role <> 'owner'
	and not m.organization_administrator);

-- name: IdentityFind :one
-- IdentityFind finds the account of a person of a provider.
select user_id from sso_identities where connection_id = @connection_id and issuer = @issuer and subject = @subject;

-- name: IdentityUse :exec
-- IdentityUse links a person of a provider to an account, or notes that they signed in.
insert into sso_identities (connection_id, department_id, issuer, subject, user_id, created_at, last_used_at)
values (@connection_id, @department_id, @issuer, @subject, @user_id, @now::timestamptz, @now::timestamptz)
on conflict (connection_id, issuer, subject) do update set last_used_at = excluded.last_used_at;

-- name: FlowInsert :exec
-- FlowInsert notes that a browser leaves for the provider.
insert into sso_flows (id, department_id, connection_id, browser_hash, state_hash, sealed, tester_id, expires_at)
values (@id, @department_id, @connection_id, @browser_hash, @state_hash, @sealed, @tester_id, @expires_at);

-- name: FlowReturn :one
-- FlowReturn uses a state up. Only the browser that left with it can.
update sso_flows set used_at = @now::timestamptz
where state_hash = @state_hash and browser_hash = @browser_hash and used_at is null and expires_at > @now::timestamptz returning *;

-- name: FlowReceive :one
-- FlowReceive finds the flow that a posted response is for. Whoever posts it need not be the browser that left.
select * from sso_flows where state_hash = @state_hash and connection_id = @connection_id and used_at is null and expires_at > @now::timestamptz for update;

-- name: FlowKeep :exec
-- FlowKeep keeps what a provider posted until the browser that left brings the new state.
update sso_flows set state_hash = @state_hash, sealed = @sealed where id = @id;

-- name: ConnectionsStale :many
-- ConnectionsStale lists the connections whose metadata were read too long ago, those that wait longest first.
select c.* from sso_connections c join departments d on d.id = c.department_id
where c.saml ->> 'metadata_url' <> '' and (c.saml ->> 'tried_at')::timestamptz < @before::timestamptz and d.deleted_at is null
order by (c.saml ->> 'tried_at')::timestamptz limit @max_rows;

-- name: ConnectionMetadata :execrows
-- ConnectionMetadata keeps what a provider's metadata say now, unless the connection was changed meanwhile.
update sso_connections set saml = @saml where id = @id and department_id = @department_id and updated_at = @updated_at;

-- name: FlowArrive :exec
-- FlowArrive notes who came back from the provider.
update sso_flows set user_id = @user_id, expires_at = @expires_at where id = @id;

-- name: FlowOutcome :exec
-- FlowOutcome keeps what a test found.
update sso_flows set outcome = @outcome where id = @id;

-- name: FlowComplete :one
-- FlowComplete ends the sign-in that a browser came back with.
delete from sso_flows where browser_hash = @browser_hash and user_id is not null and tester_id is null and expires_at > @now::timestamptz returning *;

-- name: FlowTest :one
-- FlowTest reads what a test found.
select * from sso_flows where id = @id and department_id = @department_id and tester_id is not null and expires_at > @now::timestamptz;

-- name: FlowsDeleteExpired :execrows
-- FlowsDeleteExpired removes what nobody finished.
delete from sso_flows where expires_at <= @now;
