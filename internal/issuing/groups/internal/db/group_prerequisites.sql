-- name: GroupPrerequisiteList :many
-- GroupPrerequisiteList lists the prerequisites of groups; those out of sight lack.
select p.group_id, g.id, g.name from group_prerequisites p join groups g on g.department_id = p.department_id and g.id = p.prerequisite_id
where p.department_id = @department_id and p.group_id = any(@ids::bigint[])
order by p.group_id, lower(g.name), g.id;

-- name: GroupPrerequisitesLock :exec
-- GroupPrerequisitesLock holds the prerequisites of a department, so that two changes do not make a ring between them.
select pg_advisory_xact_lock(hashtextextended('group_prerequisites', @department_id::bigint));

-- name: GroupPrerequisitesFound :many
-- GroupPrerequisitesFound tells of groups that are to be prerequisites which there are, and which come from the group itself in the end.
with recursive below (id, root) as (
	select unnest(@ids::bigint[]), unnest(@ids::bigint[])
	union
	select p.prerequisite_id, below.root from below join group_prerequisites p on p.department_id = @department_id and p.group_id = below.id
)
select g.id, g.name, g.state, exists (select from below where below.root = g.id and below.id = @group_id::bigint)::boolean as ring
from groups g where g.department_id = @department_id and g.id = any(@ids::bigint[]);

-- name: GroupPrerequisitesDelete :exec
-- GroupPrerequisitesDelete takes prerequisites from a group.
delete from group_prerequisites where department_id = @department_id and group_id = @group_id and prerequisite_id = any(@ids::bigint[]);

-- name: GroupPrerequisitesInsert :exec
-- GroupPrerequisitesInsert adds prerequisites to a group.
insert into group_prerequisites (department_id, group_id, prerequisite_id)
select @department_id, @group_id, unnest(@ids::bigint[]);
