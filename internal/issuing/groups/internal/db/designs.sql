-- name: DesignKinds :many
-- DesignKinds reports which of the designs are the department's, and of what kind.
select id, kind from designs where department_id = @department_id and id = any(@ids::bigint[]);
