-- name: DepartmentsWithPrerequisites :many
-- DepartmentsWithPrerequisites lists those of some departments in which a group has prerequisites.
select distinct department_id from group_prerequisites where department_id = any(@department_ids::bigint[]) order by 1;

-- name: GroupsRequiring :many
-- GroupsRequiring lists the groups of which one of the given groups is a prerequisite.
select distinct group_id from group_prerequisites
where department_id = @department_id and prerequisite_id = any(@prerequisites::bigint[]) order by 1;

-- name: GroupsWithPrerequisites :many
-- GroupsWithPrerequisites lists the groups that have prerequisites.
select distinct department_id, group_id from group_prerequisites order by department_id, group_id;

-- name: GroupLock :one
-- GroupLock holds a group, so that one job at a time works it, and tells its rule and the department's day.
select g.state, g.language, g.prerequisites_lost,
	(g.prerequisites_after is null or g.prerequisites_after <= timezone(d.time_zone, @now::timestamptz)::date)::boolean as open,
	timezone(d.time_zone, @now::timestamptz)::date as today,
	array(select p.prerequisite_id from group_prerequisites p where p.department_id = g.department_id and p.group_id = g.id order by 1)::bigint[] as prerequisites
from groups g join departments d on d.id = g.department_id and d.deleted_at is null and d.archived_at is null
where g.department_id = @department_id and g.id = @group_id
for no key update of g;

-- name: EligibleAddresses :many
-- EligibleAddresses lists whom EligibleRecipients would, by their addresses alone. It reads all credentials of the prerequisites, so it is asked for many
-- at once. "offset 0" and "+ 0" have PostgreSQL look each of them up by the address: while the group fills, it
-- knows of few in it, and would go through all of them for each.
select h.address::text as address
from (
	select c.recipient_address as address from credentials c
	where c.department_id = @department_id and c.group_id = any(@prerequisites::bigint[]) and c.state = 'published' and not c.test
		and (c.expired_on is null or c.expired_on >= @today::date) and c.recipient_address > @after::text
	group by c.recipient_address having count(distinct c.group_id) = cardinality(@prerequisites::bigint[])
) h
where not exists (
		select from credentials o where o.department_id = @department_id and o.group_id + 0 = @group_id and o.recipient_address = h.address
			and o.state <> 'deleted' and not o.test
		offset 0
	)
	and not exists (select from stack_results r where r.group_id = @group_id and r.address_hash = sha256(convert_to(h.address, 'UTF8')) offset 0)
order by h.address limit @row_limit;

-- name: EligibleRecipients :many
-- EligibleRecipients lists those among some addresses who hold a credential of each of the prerequisites and have none of the group, nor ever were
-- issued one for them; with what the latest of these credentials says of them.
select h.address::text as address, l.recipient_name, l.recipient_email, l.recipient_id
from (
	select c.recipient_address as address from credentials c
	where c.department_id = @department_id and c.group_id = any(@prerequisites::bigint[]) and c.state = 'published' and not c.test
		and (c.expired_on is null or c.expired_on >= @today::date) and c.recipient_address = any(@addresses::text[])
	group by c.recipient_address having count(distinct c.group_id) = cardinality(@prerequisites::bigint[])
) h
cross join lateral (
	select c.recipient_name, c.recipient_email, c.recipient_id from credentials c
	where c.recipient_address = h.address and c.department_id = @department_id and c.group_id = any(@prerequisites::bigint[]) and c.state = 'published' and not c.test
	order by c.published_at desc nulls last, c.id desc limit 1
) l
where not exists (
		select from credentials o where o.department_id = @department_id and o.group_id + 0 = @group_id and o.recipient_address = h.address
			and o.state <> 'deleted' and not o.test
		offset 0
	)
	and not exists (select from stack_results r where r.group_id = @group_id and r.address_hash = sha256(convert_to(h.address, 'UTF8')) offset 0)
order by h.address;

-- name: EligibleCount :one
-- EligibleCount counts whom EligibleRecipients lists.
select count(*) from (
	select c.recipient_address as address from credentials c
	where c.department_id = @department_id and c.group_id = any(@prerequisites::bigint[]) and c.state = 'published' and not c.test
		and (c.expired_on is null or c.expired_on >= @today::date) and c.recipient_address <> ''
	group by c.recipient_address having count(distinct c.group_id) = cardinality(@prerequisites::bigint[])
) h
where not exists (
		select from credentials o where o.department_id = @department_id and o.group_id + 0 = @group_id and o.recipient_address = h.address
			and o.state <> 'deleted' and not o.test
		offset 0
	)
	and not exists (select from stack_results r where r.group_id = @group_id and r.address_hash = sha256(convert_to(h.address, 'UTF8')) offset 0);

-- name: DepartmentDay :one
-- DepartmentDay tells the day that it is in a department.
select timezone(time_zone, @now::timestamptz)::date as today from departments where id = @department_id;

-- name: ResultsInsert :exec
-- ResultsInsert notes who was issued a credential for prerequisites.
insert into stack_results (department_id, group_id, address_hash, credential_id, created_at)
select @department_id, @group_id, sha256(convert_to((@addresses::text[])[i], 'UTF8')), (@credential_ids::bigint[])[i], @now
from generate_subscripts(@addresses::text[], 1) i;

-- name: ResultsLost :many
-- ResultsLost lists credentials that were issued for prerequisites of which one is lost, with its course. For a suspension a
-- prerequisite has to hold, and nobody is suspended again whom somebody reinstated; for a revocation it is enough that it may hold again.
select c.id, m.course_name as missing
from stack_results r
join credentials c on c.department_id = r.department_id and c.id = r.credential_id
cross join lateral (
	select g.course_name from unnest(@prerequisites::bigint[]) p (id) join groups g on g.department_id = @department_id and g.id = p.id
	where not exists (
		select from credentials h where h.recipient_address = c.recipient_address and h.department_id = @department_id and h.group_id = p.id and not h.test
			and (h.state = 'published' and (h.expired_on is null or h.expired_on >= @today::date) or @for_good::boolean and h.state = 'suspended')
	)
	order by g.id limit 1
) m
where r.department_id = @department_id and r.group_id = @group_id and c.id > @after::bigint
	and (c.state = 'published' and (@for_good::boolean or r.suspended_at is null) or @for_good::boolean and c.state = 'suspended')
order by c.id limit @row_limit;

-- name: ResultsRegained :many
-- ResultsRegained lists credentials that are suspended for a prerequisite, or were, and whose prerequisites all hold.
select c.id, (c.state = 'suspended' and c.suspended_at = r.suspended_at)::boolean as suspended
from stack_results r
join credentials c on c.department_id = r.department_id and c.id = r.credential_id
where r.department_id = @department_id and r.group_id = @group_id and r.suspended_at is not null and c.id > @after::bigint
	and not exists (
		select from unnest(@prerequisites::bigint[]) p (id) where not exists (
			select from credentials h where h.recipient_address = c.recipient_address and h.department_id = @department_id and h.group_id = p.id and not h.test
				and h.state = 'published' and (h.expired_on is null or h.expired_on >= @today::date)
		)
	)
order by c.id limit @row_limit;

-- name: ResultsSuspend :exec
-- ResultsSuspend notes of credentials that were just suspended that it was for a prerequisite.
update stack_results r set suspended_at = c.suspended_at
from credentials c
where c.department_id = r.department_id and c.id = r.credential_id and r.department_id = @department_id and r.credential_id = any(@ids::bigint[]);

-- name: ResultsReinstate :exec
-- ResultsReinstate forgets that credentials were suspended for a prerequisite.
update stack_results set suspended_at = null where department_id = @department_id and credential_id = any(@ids::bigint[]);
