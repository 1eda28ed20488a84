-- name: GroupInsert :one
-- GroupInsert adds a group, which GroupUpdate then fills.
insert into groups (department_id, name, course_name, created_at, updated_at) values (@department_id, @name, @course_name, @now, @now)
returning id;

-- name: GroupUpdate :exec
-- GroupUpdate writes every field of a group that GroupLock holds or that was just added.
update groups set name = @name, course_name = @course_name, course_description = @course_description, course_link = @course_link,
	language = @language, certificate_design_id = @certificate_design_id, badge_design_id = @badge_design_id,
	primary_design_id = @primary_design_id, generate_private_credential = @generate_private_credential,
	allow_duplicate_credentials = @allow_duplicate_credentials, attach_pdf = @attach_pdf, send_emails = @send_emails,
	achievement_type = @achievement_type, learning_outcomes = @learning_outcomes, skill_category_id = @skill_category_id,
	criteria = @criteria, criteria_url = @criteria_url, alignments = @alignments, tags = @tags, signup_url = @signup_url,
	settings = @settings, auto_expiry_amount = @auto_expiry_amount, auto_expiry_unit = @auto_expiry_unit, meta_data = @meta_data,
	prerequisites_after = @prerequisites_after, prerequisites_lost = @prerequisites_lost, state = @state, updated_at = @now
where department_id = @department_id and id = @id;

-- name: GroupLock :one
-- GroupLock holds a group for a change.
select id from groups where department_id = @department_id and id = @id for update;

-- name: GroupRead :one
-- GroupRead reads a group with the name and picture of its primary design.
select sqlc.embed(g), d.name as design_name, v.uuid as design_version
from groups g
left join designs d on d.department_id = g.department_id and d.id = g.primary_design_id
left join design_versions v on v.department_id = d.department_id and v.id = d.current_version_id
where g.department_id = @department_id and g.id = @id;

-- name: GroupDelete :exec
-- GroupDelete removes a group; its credentials refuse.
delete from groups where department_id = @department_id and id = @id;

-- name: GroupList :many
-- GroupList lists groups; empty filters match all.
select sqlc.embed(g), d.name as design_name, v.uuid as design_version
from groups g
left join designs d on d.department_id = g.department_id and d.id = g.primary_design_id
left join design_versions v on v.department_id = d.department_id and v.id = d.current_version_id
where g.department_id = @department_id
	and (not @by_ids::boolean or g.id = any(@ids::bigint[]))
	and (@name::text = '' or strpos(folded(g.name), folded(@name::text)) > 0)
	and (@course_name::text = '' or strpos(folded(g.course_name), folded(@course_name::text)) > 0)
	and (@query::text = '' or g.id = @query_id::bigint or strpos(folded(g.name), folded(@query::text)) > 0
		or strpos(folded(g.course_name), folded(@query::text)) > 0
		or exists (select 1 from unnest(g.tags) tag where strpos(folded(tag), folded(@query::text)) > 0))
	and (@tag::text = '' or g.tags @> array[@tag::text])
	and (@state::text = '' or g.state = @state::text)
	and (@design_id::bigint = 0 or g.certificate_design_id = @design_id::bigint or g.badge_design_id = @design_id::bigint)
	and (sqlc.narg(updated_from)::timestamptz is null or g.updated_at >= sqlc.narg(updated_from)::timestamptz)
	and (sqlc.narg(updated_before)::timestamptz is null or g.updated_at < sqlc.narg(updated_before)::timestamptz)
	and g.meta_data @> @meta_data::jsonb
order by
	case when @sort::text = 'name' then lower(g.name) end,
	case when @sort::text = '-name' then lower(g.name) end desc,
	case when @sort::text = 'course_name' then lower(g.course_name) end,
	case when @sort::text = '-course_name' then lower(g.course_name) end desc,
	case when @sort::text = 'created_at' then g.created_at end,
	case when @sort::text = '-created_at' then g.created_at end desc,
	case when @sort::text = 'updated_at' then g.updated_at end,
	case when @sort::text = '-updated_at' then g.updated_at end desc,
	g.id desc
limit @max_rows offset @skip;

-- name: GroupCount :one
-- GroupCount counts what GroupList finds.
select count(*) from groups g
where g.department_id = @department_id
	and (not @by_ids::boolean or g.id = any(@ids::bigint[]))
	and (@name::text = '' or strpos(folded(g.name), folded(@name::text)) > 0)
	and (@course_name::text = '' or strpos(folded(g.course_name), folded(@course_name::text)) > 0)
	and (@query::text = '' or g.id = @query_id::bigint or strpos(folded(g.name), folded(@query::text)) > 0
		or strpos(folded(g.course_name), folded(@query::text)) > 0
		or exists (select 1 from unnest(g.tags) tag where strpos(folded(tag), folded(@query::text)) > 0))
	and (@tag::text = '' or g.tags @> array[@tag::text])
	and (@state::text = '' or g.state = @state::text)
	and (@design_id::bigint = 0 or g.certificate_design_id = @design_id::bigint or g.badge_design_id = @design_id::bigint)
	and (sqlc.narg(updated_from)::timestamptz is null or g.updated_at >= sqlc.narg(updated_from)::timestamptz)
	and (sqlc.narg(updated_before)::timestamptz is null or g.updated_at < sqlc.narg(updated_before)::timestamptz)
	and g.meta_data @> @meta_data::jsonb;

-- name: GroupNames :many
-- GroupNames lists the names that are taken of those asked for, in lower case.
select lower(name)::text from groups where department_id = @department_id and lower(name) = any(@names::text[]);

-- name: GroupTags :many
-- GroupTags lists the tags of a department's groups, the most used first.
select tag::text, count(*) as groups from groups g, unnest(g.tags) tag
where g.department_id = @department_id and (@query::text = '' or strpos(folded(tag), folded(@query::text)) > 0)
group by tag order by count(*) desc, tag limit @max_rows;

-- name: GroupSkills :many
-- GroupSkills lists the skills that a department's groups name, the most used first.
select skill::text from groups g, unnest(g.learning_outcomes) skill
where g.department_id = @department_id and (@query::text = '' or strpos(folded(skill), folded(@query::text)) > 0)
group by skill order by count(*) desc, skill limit @max_rows;

-- name: GroupIDByName :one
-- GroupIDByName finds a group by its name, whatever its case.
select id from groups where department_id = @department_id and lower(name) = lower(@name::text);
