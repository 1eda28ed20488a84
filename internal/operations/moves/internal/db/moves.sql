-- name: GroupMoveLock :one
-- GroupMoveLock reads a group, and keeps others from changing it until the transaction ends.
select name, certificate_design_id, badge_design_id, primary_design_id from groups where department_id = @department_id and id = @id for update;

-- name: GroupMoveFacts :one
-- GroupMoveFacts counts what goes along with a group, what it loses, and what keeps it where it is. The transaction sees both departments.
select g.name,
	(select count(*) from credentials c where c.department_id = g.department_id and c.group_id = g.id and c.state <> 'deleted') as credentials,
	(select count(*) from collection_groups x where x.department_id = g.department_id and x.group_id = g.id) as collections,
	(select count(*) from email_template_choices x where x.department_id = g.department_id and x.group_id = g.id) as templates,
	(select count(*) from group_prerequisites p where p.department_id = g.department_id and g.id in (p.group_id, p.prerequisite_id)) as prerequisites,
	(select count(*) from credentials c join credentials o on o.department_id = c.department_id and o.id = c.supersedes_id
		where c.department_id = g.department_id and c.group_id <> o.group_id and g.id in (c.group_id, o.group_id)) as renewals,
	(select count(*) from credentials c join credentials o on o.department_id = @target and o.license_id = c.license_id and o.test = c.test and o.state <> 'deleted'
		where c.department_id = g.department_id and c.group_id = g.id and c.license_id is not null and c.state <> 'deleted') as licenses,
	(select count(*) from approvals a join approval_items i on i.department_id = a.department_id and i.approval_id = a.id
		join credentials c on c.department_id = i.department_id and c.id = i.credential_id
		where a.department_id = g.department_id and a.state = 'waiting' and c.group_id = g.id) as approvals
from groups g where g.department_id = @department_id and g.id = @id;

-- name: GroupMoveBusy :one
-- GroupMoveBusy reports whether work on credentials of a group is under way: emails, events, or operations.
select (exists (select from mails m join credentials c on c.department_id = m.department_id and c.id = m.credential_id
		where m.department_id = @department_id and m.state in ('queued', 'sending') and c.group_id = @id)
	or exists (select from credential_event_batches b where b.department_id = @department_id)
	or exists (select from operation_items i join credentials c on c.department_id = i.department_id and c.id = i.credential_id
		join operations o on o.id = i.operation_id and o.finished_at is null
		where i.department_id = @department_id and i.outcome is null and c.group_id = @id)
	or exists (select from publications p join publication_items i on i.publication_id = p.id join credentials c on c.department_id = i.department_id and c.id = i.credential_id
		where p.department_id = @department_id and p.finished_at is null and c.group_id = @id))::boolean as busy;

-- name: GroupMoveDesigns :many
-- GroupMoveDesigns lists the designs that a group and its credentials use, with the versions that credentials use.
with used as (
	select distinct v.id, v.design_id from credentials c join design_versions v on v.department_id = c.department_id and v.id in (c.certificate_version_id, c.badge_version_id)
	where c.department_id = @department_id and c.group_id = @group_id
)
select d.id, array(select u.id from used u where u.design_id = d.id order by u.id)::bigint[] as versions
from designs d
where d.department_id = @department_id and (d.id in (select u.design_id from used u) or d.id in (
	select unnest(array[g.certificate_design_id, g.badge_design_id, g.primary_design_id]) from groups g where g.department_id = @department_id and g.id = @group_id))
order by d.id;

-- name: GroupMoveKeys :many
-- GroupMoveKeys lists the custom attributes that the credentials of a group have.
select distinct k.key::text as key from credentials c cross join lateral jsonb_object_keys(c.custom_attributes) k (key)
where c.department_id = @department_id and c.group_id = @group_id;

-- name: GroupMove :one
-- GroupMove moves a group with its credentials to another department, and returns how many.
select group_move(@group_id, @source, @target, sqlc.narg(certificate)::bigint, sqlc.narg(badge)::bigint, sqlc.narg(main)::bigint,
	@old_versions::bigint[], @new_versions::bigint[], @keys::jsonb, @at::timestamptz)::bigint as credentials;

-- name: GroupsToMove :many
-- GroupsToMove lists the groups of a department.
select id from groups where department_id = @department_id order by id;
