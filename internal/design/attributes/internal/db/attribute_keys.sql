-- name: AttributeKeyInsert :one
-- AttributeKeyInsert adds a custom attribute.
insert into attribute_keys (department_id, name, key, kind, draft, created_at, updated_at)
values (@department_id, @name, @key, @kind, @draft, @now, @now)
returning *;

-- name: AttributeKeyUpdate :one
-- AttributeKeyUpdate changes what may change: the key stays.
update attribute_keys set name = @name, kind = @kind, draft = @draft, updated_at = @now
where department_id = @department_id and id = @id
returning *;

-- name: AttributeKeyLock :one
-- AttributeKeyLock reads one for a change.
select * from attribute_keys where department_id = @department_id and id = @id for update;

-- name: AttributeKeyDelete :exec
-- AttributeKeyDelete removes one.
delete from attribute_keys where department_id = @department_id and id = @id;

-- name: AttributeKeyRead :one
-- AttributeKeyRead reads one.
select * from attribute_keys where department_id = @department_id and id = @id;

-- name: AttributeKeyCredentials :one
-- AttributeKeyCredentials counts the credentials that have a value for an attribute. Values have no index, so it reads at most row_limit
-- credentials, the newest first; read_count is how many those were.
select count(*) filter (where c.has_value) as used_count, count(*) as read_count from (
	select jsonb_exists(custom_attributes, @key::text) as has_value from credentials
	where department_id = @department_id and state <> 'deleted' order by id desc limit @row_limit
) c;

-- name: AttributeKeyAll :many
-- AttributeKeyAll lists all of a department by name.
select * from attribute_keys where department_id = @department_id order by lower(name), id limit @max_rows;

-- name: AttributeKeySearch :many
-- AttributeKeySearch lists those whose name holds a text; empty filters match all.
select * from attribute_keys
where department_id = @department_id
	and (@name::text = '' or strpos(folded(name), folded(@name::text)) > 0)
	and (@kind::text = '' or kind = @kind::text)
order by lower(name), id
limit @max_rows offset @skip;

-- name: AttributeKeyCount :one
-- AttributeKeyCount counts all that a search finds.
select count(*) from attribute_keys
where department_id = @department_id
	and (@name::text = '' or strpos(folded(name), folded(@name::text)) > 0)
	and (@kind::text = '' or kind = @kind::text);

-- name: AttributeKeyTaken :many
-- AttributeKeyTaken lists names and keys, to judge duplicates and find a free number.
select id, name, key from attribute_keys where department_id = @department_id;

-- name: AttributeKeyTurn :exec
-- AttributeKeyTurn lets one transaction at a time give out names in a department.
select pg_advisory_xact_lock(hashtextextended('attribute_keys', @department_id));

-- name: DepartmentUndeclared :one
-- DepartmentUndeclared reads what becomes of attributes that clients send and that do not exist.
select undeclared_attributes from departments where id = @department_id;
