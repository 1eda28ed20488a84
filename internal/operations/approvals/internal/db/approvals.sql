-- name: PolicyRead :one
-- PolicyRead returns what of a department takes an approval; no row: nothing.
select actions from approval_policies where department_id = @department_id;

-- name: PolicySet :exec
-- PolicySet changes what of a department takes an approval.
insert into approval_policies (department_id, actions, updated_at) values (@department_id, @actions::text[], @now::timestamptz)
on conflict (department_id) do update set actions = excluded.actions, updated_at = excluded.updated_at;

-- name: DesignsApproveUsed :exec
-- DesignsApproveUsed approves the versions of designs that credentials were already issued with.
insert into approved_designs (department_id, version_id, approved_at)
select d.department_id, d.current_version_id, @now::timestamptz from designs d
where d.department_id = @department_id and d.current_version_id is not null and exists (select from credentials c
	where c.department_id = d.department_id and d.current_version_id in (c.certificate_version_id, c.badge_version_id))
on conflict do nothing;

-- name: DesignApprove :exec
-- DesignApprove approves a version of a design.
insert into approved_designs (department_id, version_id, approved_at) values (@department_id, @version_id, @now::timestamptz) on conflict do nothing;

-- name: DesignVersion :one
-- DesignVersion reads the current version of a design, whether it is approved, and whether somebody asked for that.
select d.current_version_id::bigint as version_id,
	exists (select from approved_designs a where a.department_id = d.department_id and a.version_id = d.current_version_id)::boolean as approved,
	exists (select from approvals a where a.department_id = d.department_id and a.design_version_id = d.current_version_id and a.state = 'waiting')::boolean as asked
from designs d where d.department_id = @department_id and d.id = @id and d.current_version_id is not null for share;

-- name: ApprovalInsert :one
-- ApprovalInsert adds a request that waits.
insert into approvals (department_id, uuid, action, params, input_count, design_version_id, comment, asked_by, api_key_id, asked_at)
values (@department_id, @uuid, @action, @params, @input_count, sqlc.narg('design_version_id'), @comment, sqlc.narg('asked_by'), sqlc.narg('api_key_id'), @now::timestamptz)
returning id;

-- name: ItemsInsert :exec
-- ItemsInsert adds the credentials of a request as they are now.
insert into approval_items (approval_id, department_id, credential_id, fingerprint)
select @approval_id, @department_id, c.id, approval_fingerprint(@department_id, @action::text, c.id)
from credentials c where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]);

-- name: ApprovalLock :one
-- ApprovalLock reads a request and keeps others from deciding it. key_owner is who created the API key that asked.
select sqlc.embed(a), coalesce(k.created_by, 0)::bigint as key_owner
from approvals a left join api_keys k on k.department_id = a.department_id and k.id = a.api_key_id
where a.department_id = @department_id and a.uuid = @uuid for update of a;

-- name: ItemsChanged :one
-- ItemsChanged reports whether a credential of a request is not as it was.
select exists (select from approval_items i where i.department_id = @department_id and i.approval_id = @approval_id
	and i.fingerprint is distinct from approval_fingerprint(i.department_id, @action::text, i.credential_id));

-- name: VersionIsCurrent :one
-- VersionIsCurrent reports whether a version is still the current one of its design.
select exists (select from designs d where d.department_id = @department_id and d.current_version_id = @version_id::bigint);

-- name: ItemIDs :many
-- ItemIDs lists the credentials of a request.
select credential_id from approval_items where department_id = @department_id and approval_id = @approval_id order by credential_id;

-- name: ApprovalDecide :exec
-- ApprovalDecide stores a decision.
update approvals set state = @state, decided_by = sqlc.narg('decided_by'), decided_at = @now::timestamptz, decision_comment = @comment,
	reason = sqlc.narg('reason'), operation_uuid = sqlc.narg('operation_uuid')
where department_id = @department_id and id = @id;

-- name: ApprovalList :many
-- ApprovalList lists requests, newest first.
select sqlc.embed(a), coalesce(nullif(u.name, ''), k.name, '')::text as asked_by_name, coalesce(x.name, '')::text as decided_by_name,
	coalesce(d.name, '')::text as design_name, coalesce(d.id, 0)::bigint as design_id, coalesce(v.number, 0)::int as version,
	coalesce(k.created_by, 0)::bigint as key_owner
from approvals a
left join users u on u.id = a.asked_by
left join users x on x.id = a.decided_by
left join api_keys k on k.department_id = a.department_id and k.id = a.api_key_id
left join design_versions v on v.department_id = a.department_id and v.id = a.design_version_id
left join designs d on d.department_id = a.department_id and d.id = v.design_id
where a.department_id = @department_id and (sqlc.narg('uuid')::uuid is null or a.uuid = sqlc.narg('uuid')) and (@state::text = '' or a.state = @state)
	and (@action::text = '' or a.action = @action)
order by a.id desc limit @max_rows offset @skip;

-- name: ApprovalCount :one
-- ApprovalCount counts requests.
select count(*) from approvals a where a.department_id = @department_id and (@state::text = '' or a.state = @state) and (@action::text = '' or a.action = @action);

-- name: ItemGroups :many
-- ItemGroups counts the credentials of requests by group, with the designs of the groups.
select i.approval_id, g.id, g.name, count(*)::int as credentials,
	array_remove(array[(select d.name from designs d where d.department_id = i.department_id and d.id = g.certificate_design_id),
		(select d.name from designs d where d.department_id = i.department_id and d.id = g.badge_design_id)], null)::text[] as designs
from approval_items i join credentials c on c.department_id = i.department_id and c.id = i.credential_id
join groups g on g.department_id = c.department_id and g.id = c.group_id
where i.department_id = @department_id and i.approval_id = any(@approval_ids::bigint[])
group by i.approval_id, i.department_id, g.id, g.name, g.certificate_design_id, g.badge_design_id order by i.approval_id, lower(g.name), g.id;

-- name: ItemList :many
-- ItemList lists the first credentials of a request, and whether each is as it was.
select c.id, c.recipient_name, c.state, g.name as group_name,
	(i.fingerprint is distinct from approval_fingerprint(i.department_id, @action::text, i.credential_id))::boolean as changed
from approval_items i join credentials c on c.department_id = i.department_id and c.id = i.credential_id
join groups g on g.department_id = c.department_id and g.id = c.group_id
where i.department_id = @department_id and i.approval_id = @approval_id order by c.id limit @max_rows;

-- name: Colleagues :many
-- Colleagues lists the members of a department with their roles and addresses.
select u.id, u.email, u.language, member_role(m.department_id, m.user_id, m.role)::text as role, d.name as department
from memberships m join users u on u.id = m.user_id join departments d on d.id = m.department_id
where m.department_id = @department_id and u.verified_at is not null order by m.user_id limit 500;

-- name: Person :one
-- Person reads a member's address.
select u.email, u.language, d.name as department from memberships m join users u on u.id = m.user_id join departments d on d.id = m.department_id
where m.department_id = @department_id and m.user_id = @user_id;
