-- name: GroupDefaultsRead :one
-- GroupDefaultsRead reads what new groups of a department begin with; defaults are null until somebody set them.
select d.language, gd.defaults from departments d left join group_defaults gd on gd.department_id = d.id where d.id = @department_id;

-- name: GroupDefaultsLock :exec
-- GroupDefaultsLock makes others who change them wait.
select pg_advisory_xact_lock(hashtextextended('group_defaults', @department_id));

-- name: GroupDefaultsWrite :exec
-- GroupDefaultsWrite sets what new groups of a department begin with.
insert into group_defaults (department_id, defaults, updated_at) values (@department_id, @defaults, @now)
on conflict (department_id) do update set defaults = excluded.defaults, updated_at = excluded.updated_at;
