-- name: GroupsShown :many
-- GroupsShown reads what credentials show of their groups and departments; what is not issued shows the present versions of the designs.
select g.id, g.name, g.course_name, g.course_description, g.course_link, g.language, g.learning_outcomes, g.settings, g.achievement_type,
	g.criteria, g.criteria_url, g.alignments, g.certificate_design_id, g.badge_design_id,
	coalesce(case when @unissued::boolean then (select v.current_version_id from designs v
		where v.department_id = g.department_id and v.id = g.certificate_design_id) end, 0)::bigint as certificate_version_id,
	coalesce(case when @unissued::boolean then (select v.current_version_id from designs v
		where v.department_id = g.department_id and v.id = g.badge_design_id) end, 0)::bigint as badge_version_id,
	d.id as issuer_id, d.name as issuer_name, d.url as issuer_url, d.logo as issuer_logo, d.description as issuer_description,
	d.page_banner as issuer_banner, d.whitelabel_logo as issuer_whitelabel_logo
from groups g join departments d on d.id = g.department_id
where g.id = any(@ids::bigint[]);

-- name: VersionsShown :many
-- VersionsShown reads the versions of designs that show credentials.
select id, uuid, coalesce(document ->> 'size', '')::text as size, coalesce(document ->> 'orientation', '')::text as orientation
from design_versions where id = any(@ids::bigint[]);
