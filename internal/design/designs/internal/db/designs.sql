-- name: DesignInsert :one
-- DesignInsert adds a design; its first version follows in the same transaction.
insert into designs (department_id, name, kind, size, orientation, language, meta_data, created_at, updated_at)
values (@department_id, @name, @kind, @size, @orientation, @language, @meta_data, @now, @now)
returning id;

-- name: DesignLock :one
-- DesignLock holds a design for a change.
select * from designs where department_id = @department_id and id = @id for update;

-- name: DesignUpdate :exec
-- DesignUpdate makes a saved version the current one.
update designs set name = @name, size = @size, orientation = @orientation, language = @language, meta_data = @meta_data,
	current_version_id = @version_id, updated_at = @now
where department_id = @department_id and id = @id;

-- name: DesignRead :one
-- DesignRead reads a design with its current version.
select sqlc.embed(d), sqlc.embed(v)
from designs d join design_versions v on v.id = d.current_version_id and v.department_id = d.department_id
where d.department_id = @department_id and d.id = @id;

-- name: DesignIDByName :one
-- DesignIDByName finds the oldest design of a kind by its name.
select id from designs where department_id = @department_id and kind = @kind and name = @name order by id limit 1;

-- name: DesignDelete :execrows
-- DesignDelete removes a design with its versions; references to any of them refuse.
delete from designs where department_id = @department_id and id = @id;

-- name: DesignList :many
-- DesignList lists designs; empty filters match all.
select sqlc.embed(d), v.number as version, v.uuid as version_uuid
from designs d join design_versions v on v.id = d.current_version_id and v.department_id = d.department_id
where d.department_id = @department_id
	and (@only_id::bigint = 0 or d.id = @only_id::bigint)
	and (@kind::text = '' or d.kind = @kind::text)
	and (@size::text = '' or d.size = @size::text)
	and (@orientation::text = '' or d.orientation = @orientation::text)
	and (@language::text = '' or d.language = @language::text)
	and (@identifier::text = '' or d.id = @identifier_id::bigint or strpos(folded(unescaped(d.name)), folded(@identifier::text)) > 0)
	and (@query::text = '' or d.id = @query_id::bigint or strpos(folded(unescaped(d.name)), folded(@query::text)) > 0)
	and d.meta_data @> @meta_data::jsonb
order by
	case when @sort::text = 'name' then lower(unescaped(d.name)) end,
	case when @sort::text = '-name' then lower(unescaped(d.name)) end desc,
	case when @sort::text = 'created_at' then d.created_at end,
	case when @sort::text = '-created_at' then d.created_at end desc,
	case when @sort::text = 'updated_at' then d.updated_at end,
	case when @sort::text = '-updated_at' then d.updated_at end desc,
	d.id desc
limit @max_rows offset @skip;

-- name: DesignCount :one
-- DesignCount counts what DesignList finds.
select count(*) from designs d
where d.department_id = @department_id
	and (@only_id::bigint = 0 or d.id = @only_id::bigint)
	and (@kind::text = '' or d.kind = @kind::text)
	and (@size::text = '' or d.size = @size::text)
	and (@orientation::text = '' or d.orientation = @orientation::text)
	and (@language::text = '' or d.language = @language::text)
	and (@identifier::text = '' or d.id = @identifier_id::bigint or strpos(folded(unescaped(d.name)), folded(@identifier::text)) > 0)
	and (@query::text = '' or d.id = @query_id::bigint or strpos(folded(unescaped(d.name)), folded(@query::text)) > 0)
	and d.meta_data @> @meta_data::jsonb;

-- name: DesignAttributeCount :one
-- DesignAttributeCount counts the designs whose current version names a tag, up to row_limit.
select count(*) from (
	select 1 from designs d join design_versions v on v.id = d.current_version_id and v.department_id = d.department_id
	where d.department_id = @department_id and strpos(v.document::text, @tag::text) > 0
	limit @row_limit
) found;

-- name: DesignAttributeUsed :one
-- DesignAttributeUsed reports whether the current version of any design names a tag.
select exists (
	select 1 from designs d join design_versions v on v.id = d.current_version_id and v.department_id = d.department_id
	where d.department_id = @department_id and strpos(v.document::text, @tag::text) > 0
);
