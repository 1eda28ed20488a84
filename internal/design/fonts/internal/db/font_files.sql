-- name: FontFileInsert :one
-- FontFileInsert adds a weight to a font.
insert into font_files (department_id, font_id, weight, italic, hash, ending, bytes, characters, file_name, created_at)
values (@department_id, @font_id, @weight, @italic, @hash, @ending, @bytes, @characters, @file_name, @now)
returning *;

-- name: FontFileAll :many
-- FontFileAll lists the files of some fonts, lightest first.
select * from font_files where department_id = @department_id and font_id = any(@font_ids::bigint[])
order by font_id, weight, italic;
