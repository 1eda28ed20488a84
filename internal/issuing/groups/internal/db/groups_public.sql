-- name: GroupsReadPublic :many
-- GroupsReadPublic reads what the world may know of groups, in any department.
select g.id, g.course_name, g.course_description, g.course_link, g.learning_outcomes, g.criteria, g.criteria_url,
	g.alignments, g.skill_category_id, g.achievement_type, g.signup_url, g.settings, g.language, d.id as department_id, d.name as issuer_name,
	d.url as issuer_url, d.logo as issuer_logo, d.page_banner as issuer_banner, d.whitelabel_logo as issuer_whitelabel_logo, v.uuid as version_uuid, bv.uuid as badge_uuid
from groups g
join departments d on d.id = g.department_id
left join designs p on p.department_id = g.department_id and p.id = g.primary_design_id
left join design_versions v on v.department_id = p.department_id and v.id = p.current_version_id
left join designs b on b.department_id = g.department_id and b.id = g.badge_design_id
left join design_versions bv on bv.department_id = b.department_id and bv.id = b.current_version_id
where g.id = any(@ids::bigint[]);

-- name: GroupsListIndexed :many
-- GroupsListIndexed lists groups whose pages search engines may list, in any department, the latest first.
select g.id, g.updated_at
from groups g
join departments d on d.id = g.department_id and d.deleted_at is null
where (g.settings ->> 'indexing_allowed') = 'true'
order by g.id desc limit @max_rows;
