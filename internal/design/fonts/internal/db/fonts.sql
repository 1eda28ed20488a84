-- name: FontInsert :one
-- FontInsert adds a font without files.
insert into fonts (department_id, name, style, licensed_by, created_at, updated_at)
values (@department_id, @name, @style, @licensed_by, @now, @now)
returning *;

-- name: FontLock :one
-- FontLock reads a font that is offered, for a change.
select * from fonts where department_id = @department_id and id = @id and deleted_at is null for update;

-- name: FontRename :one
-- FontRename gives it another name.
update fonts set name = @name, updated_at = @now where department_id = @department_id and id = @id returning *;

-- name: FontDelete :exec
-- FontDelete hides it.
update fonts set deleted_at = @now, updated_at = @now where department_id = @department_id and id = @id;

-- name: FontAll :many
-- FontAll lists the fonts that a department offers.
select * from fonts where department_id = @department_id and deleted_at is null order by lower(name), id limit @max_rows;

-- name: FontCount :one
-- FontCount counts all that a department ever had: deleted ones keep their files.
select count(*) from fonts where department_id = @department_id;

-- name: FontNameTurn :exec
-- FontNameTurn waits until nobody else gives out names in the department.
select pg_advisory_xact_lock(hashtextextended('font_names', @department_id::bigint));

-- name: FontNameHolder :one
-- FontNameHolder reports which font has or had a name.
select f.id, f.deleted_at from font_names n join fonts f on f.department_id = n.department_id and f.id = n.font_id
where n.department_id = @department_id and n.key = @key;

-- name: FontNameInsert :exec
-- FontNameInsert keeps a name for a font.
insert into font_names (department_id, key, font_id) values (@department_id, @key, @font_id) on conflict do nothing;

-- name: FontByNames :many
-- FontByNames finds fonts by the names that a design gives them, also those that are offered no more.
select n.key, sqlc.embed(f) from font_names n join fonts f on f.department_id = n.department_id and f.id = n.font_id
where n.department_id = @department_id and n.key = any(@keys::text[]);

-- name: FontUses :one
-- FontUses counts the designs that are set in a font, by any name it ever had.
select count(*) from designs d join design_versions v on v.id = d.current_version_id and v.department_id = d.department_id
where d.department_id = @department_id and exists (
	select from jsonb_array_elements(v.document->'blocks') b
	join font_names n on n.department_id = d.department_id and n.key = lower(b->>'font')
	where n.font_id = @font_id::bigint
);
