-- name: ConnectionLock :exec
-- ConnectionLock makes the changes of a department's keys wait for each other.
select pg_advisory_xact_lock(hashtextextended('scim', @department_id));

-- name: SCIMKeyList :many
-- SCIMKeyList lists the provisioning keys of a connection, newest first.
select * from scim_keys where department_id = @department_id and connection_id = @connection_id order by id desc;

-- name: SCIMKeyInsert :one
-- SCIMKeyInsert adds a provisioning key.
insert into scim_keys (department_id, connection_id, token_hash, last_characters, created_by, created_at)
values (@department_id, @connection_id, @token_hash, @last_characters, sqlc.narg('created_by'), @now) returning *;

-- name: SCIMKeyDelete :one
-- SCIMKeyDelete revokes a provisioning key.
delete from scim_keys where department_id = @department_id and connection_id = @connection_id and id = @id returning *;

-- name: SCIMKeyFind :one
-- SCIMKeyFind finds the key of a request.
select k.id, k.department_id, k.connection_id, k.last_characters, k.last_used_at from scim_keys k join departments d on d.id = k.department_id
where k.token_hash = @token_hash and d.deleted_at is null;

-- name: SCIMKeyUse :exec
-- SCIMKeyUse notes that a key was used.
update scim_keys set last_used_at = @now where id = @id;

-- name: SCIMUsers :many
-- SCIMUsers lists the people of a connection, narrowed by what a filter demands.
select * from scim_users where connection_id = @connection_id
	and (sqlc.narg('id')::uuid is null or id = sqlc.narg('id')) and (sqlc.narg('user_name')::text is null or lower(user_name) = lower(sqlc.narg('user_name')))
	and (sqlc.narg('external_id')::text is null or external_id = sqlc.narg('external_id'))
order by created_at, id;

-- name: SCIMUserCount :one
-- SCIMUserCount counts the people of a connection.
select count(*) from scim_users where connection_id = @connection_id;

-- name: SCIMUserLock :one
-- SCIMUserLock reads a person of a connection that is about to change.
select * from scim_users where connection_id = @connection_id and id = @id for update;

-- name: SCIMUserInsert :one
-- SCIMUserInsert adds a person.
insert into scim_users (id, department_id, connection_id, user_id, user_name, external_id, active, attributes, created_at, updated_at)
values (@id, @department_id, @connection_id, sqlc.narg('user_id'), @user_name, @external_id, @active, @attributes, @now::timestamptz, @now::timestamptz) returning *;

-- name: SCIMUserUpdate :one
-- SCIMUserUpdate changes a person.
update scim_users set user_id = sqlc.narg('user_id'), user_name = @user_name, external_id = @external_id, active = @active, attributes = @attributes,
	version = version + 1, updated_at = @now where connection_id = @connection_id and id = @id returning *;

-- name: SCIMUserDelete :exec
-- SCIMUserDelete removes a person.
delete from scim_users where connection_id = @connection_id and id = @id;

-- name: SCIMGroups :many
-- SCIMGroups lists the groups of a connection, narrowed by what a filter demands.
select * from scim_groups where connection_id = @connection_id
	and (sqlc.narg('id')::uuid is null or id = sqlc.narg('id')) and (sqlc.narg('display_name')::text is null or lower(display_name) = lower(sqlc.narg('display_name')))
order by created_at, id;

-- name: SCIMGroupCount :one
-- SCIMGroupCount counts the groups of a connection.
select count(*) from scim_groups where connection_id = @connection_id;

-- name: SCIMGroupLock :one
-- SCIMGroupLock reads a group of a connection that is about to change.
select * from scim_groups where connection_id = @connection_id and id = @id for update;

-- name: SCIMGroupInsert :one
-- SCIMGroupInsert adds a group.
insert into scim_groups (id, department_id, connection_id, display_name, external_id, created_at, updated_at)
values (@id, @department_id, @connection_id, @display_name, @external_id, @now::timestamptz, @now::timestamptz) returning *;

-- name: SCIMGroupUpdate :one
-- SCIMGroupUpdate changes a group.
update scim_groups set display_name = @display_name, external_id = @external_id, version = version + 1, updated_at = @now
where connection_id = @connection_id and id = @id returning *;

-- name: SCIMGroupDelete :exec
-- SCIMGroupDelete removes a group.
delete from scim_groups where connection_id = @connection_id and id = @id;

-- name: SCIMMembers :many
-- SCIMMembers lists who is in groups of a connection.
select m.group_id, m.user_id, u.user_name from scim_members m join scim_users u on u.id = m.user_id
where m.connection_id = @connection_id and m.group_id = any(@groups::uuid[]) order by m.group_id, lower(u.user_name);

-- name: SCIMMembersAdd :execrows
-- SCIMMembersAdd puts people of the same connection into a group.
insert into scim_members (department_id, connection_id, group_id, user_id)
select u.department_id, u.connection_id, @group_id, u.id from scim_users u where u.connection_id = @connection_id and u.id = any(@users::uuid[])
on conflict do nothing;

-- name: SCIMMembersRemove :exec
-- SCIMMembersRemove takes people out of a group.
delete from scim_members where connection_id = @connection_id and group_id = @group_id and user_id = any(@users::uuid[]);

-- name: SCIMGroupsOf :many
-- SCIMGroupsOf lists the groups that an account of a connection is in.
select g.display_name, g.external_id from scim_groups g join scim_members m on m.group_id = g.id join scim_users u on u.id = m.user_id
where u.connection_id = @connection_id and u.user_id = @user_id and u.active order by g.id;

-- name: SCIMAccounts :many
-- SCIMAccounts lists the accounts of active people.
select user_id::bigint as user_id from scim_users where connection_id = @connection_id and id = any(@users::uuid[]) and active and user_id is not null order by user_id;
