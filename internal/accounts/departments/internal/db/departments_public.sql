-- name: DepartmentReadPublic :one
-- DepartmentReadPublic reads what issued badges name, also of a department that is gone.
select id, name, url, logo, description, contact_email, language from departments where id = $1;
