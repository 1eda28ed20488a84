-- name: DepartmentName :one
-- DepartmentName reads what a department calls itself.
select name from departments where id = @id;
