-- name: SavedFilterList :many
-- SavedFilterList lists a person's filters by name.
select * from saved_filters where department_id = @department_id and user_id = @user_id order by lower(name), id limit @row_limit offset @row_offset;

-- name: SavedFilterCount :one
-- SavedFilterCount counts a person's filters.
select count(*) from saved_filters where department_id = @department_id and user_id = @user_id;

-- name: SavedFilterLock :exec
-- SavedFilterLock lets a person's filters change one after the other, so that the limit holds and one is the default.
select pg_advisory_xact_lock(hashtextextended('saved_filters', @user_id));

-- name: SavedFilterRead :one
-- SavedFilterRead reads one.
select * from saved_filters where department_id = @department_id and user_id = @user_id and id = @id;

-- name: SavedFilterInsert :one
-- SavedFilterInsert adds one.
insert into saved_filters (department_id, user_id, name, query, is_default, created_at, updated_at)
values (@department_id, @user_id, @name, @query, @is_default, @now::timestamptz, @now::timestamptz) returning *;

-- name: SavedFilterUpdate :one
-- SavedFilterUpdate changes one.
update saved_filters set name = @name, query = @query, is_default = @is_default, updated_at = @now
where department_id = @department_id and user_id = @user_id and id = @id returning *;

-- name: SavedFilterClearDefault :exec
-- SavedFilterClearDefault lets the list begin with all credentials.
update saved_filters set is_default = false, updated_at = @now where department_id = @department_id and user_id = @user_id and is_default;

-- name: SavedFilterDelete :execrows
-- SavedFilterDelete forgets one.
delete from saved_filters where department_id = @department_id and user_id = @user_id and id = @id;

-- name: SavedFiltersOfDepartment :many
-- SavedFiltersOfDepartment reads the filters of everybody in a department.
select id, name, query from saved_filters where department_id = @department_id;

-- name: SavedFiltersErase :exec
-- SavedFiltersErase forgets filters of a department.
delete from saved_filters where department_id = @department_id and id = any(@ids::bigint[]);
