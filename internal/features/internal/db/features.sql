-- name: FeaturesOfDepartment :many
-- FeaturesOfDepartment lists what differs from the defaults.
select name, enabled from features where department_id = @department_id;

-- name: FeatureSet :exec
-- FeatureSet turns a feature of one department on or off.
insert into features (department_id, name, enabled) values (@department_id, @name, @enabled)
on conflict (department_id, name) do update set enabled = excluded.enabled;
