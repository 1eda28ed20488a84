-- name: PersonList :many
-- PersonList lists who belongs to the departments of an organization, and who was invited to administer it; 0 matches every id. expires_at is
-- set for invitations only; last_seen_at is the epoch for who was not seen yet.
select t.id, t.user_id, t.name, t.email, t.administrator, t.departments, t.last_seen_at, t.expires_at, t.invited_to
from (
	select u.id, u.id as user_id, u.name, u.email, organization_administered_by(@organization_id, u.id) as administrator, coalesce(max(m.last_seen_at), 'epoch')::timestamptz as last_seen_at,
		null::timestamptz as expires_at, 0::bigint as invited_to,
		jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'role', m.role, 'role_title', (select r.name from roles r
			where m.role like 'role:%' and r.department_id = d.id and r.id::text = split_part(m.role, ':', 2)), 'permission_groups', g.names) order by lower(d.name), d.id) as departments,
		min(lower(g.names[1])) as first_group
	from departments d join memberships m on m.department_id = d.id join users u on u.id = m.user_id
	cross join lateral (select array(select p.name from permission_group_members x
		join permission_groups p on p.department_id = x.department_id and p.id = x.permission_group_id
		where x.user_id = m.user_id and x.department_id = m.department_id order by lower(p.name)) as names) g
	where d.organization_id = @organization_id and d.deleted_at is null and (@id::bigint = 0 or u.id = @id::bigint)
	group by u.id
	union all
	select i.id, 0, i.name, i.email, false, 'epoch'::timestamptz, i.expires_at, i.department_id, '[]'::jsonb, null from invitations i
	where i.organization_id = @organization_id and (@id::bigint = 0 or i.id = @id::bigint)
) t
where @term::text = '' or strpos(folded(t.name), folded(@term::text)) > 0 or strpos(folded(t.email), folded(@term::text)) > 0
order by case @sort::text when 'permission_group' then t.first_group end,
	case @sort::text when '-permission_group' then t.first_group end desc nulls last,
	case @sort::text when 'organization_permission_group' then not t.administrator when '-organization_permission_group' then t.administrator end,
	case when @sort::text = 'last_seen' then t.last_seen_at end,
	case when @sort::text = '-last_seen' then t.last_seen_at end desc,
	case when @sort::text = '-name' then lower(t.name) end desc,
	lower(t.name), t.id limit @max_rows offset @skip;

-- name: PersonCount :one
-- PersonCount counts what PersonList finds.
select ((select count(distinct u.id) from departments d join memberships m on m.department_id = d.id join users u on u.id = m.user_id
		where d.organization_id = @organization_id and d.deleted_at is null
		and (@term::text = '' or strpos(folded(u.name), folded(@term::text)) > 0 or strpos(folded(u.email), folded(@term::text)) > 0))
	+ (select count(*) from invitations i where i.organization_id = @organization_id
		and (@term::text = '' or strpos(folded(i.name), folded(@term::text)) > 0 or strpos(folded(i.email), folded(@term::text)) > 0)))::bigint as total;

-- name: PersonByEmail :one
-- PersonByEmail finds who has an address among the members of the departments of an organization.
select distinct u.id from departments d join memberships m on m.department_id = d.id join users u on u.id = m.user_id
where d.organization_id = @organization_id and d.deleted_at is null and lower(u.email) = @email;
