drop view groups_shown;
create view groups_shown with (security_invoker = true) as
select g.id, g.department_id, g.name, g.course_name, g.course_description, g.course_link, g.language, g.learning_outcomes, g.settings,
	g.achievement_type, g.criteria, g.criteria_url, g.alignments, g.certificate_design_id, g.badge_design_id,
	d.name as issuer_name, d.url as issuer_url, d.logo as issuer_logo, d.description as issuer_description, d.page_banner as issuer_banner,
	d.whitelabel_logo as issuer_whitelabel_logo, concat_ws(' ', g.xmin, g.ctid, d.xmin, d.ctid) as mark
from groups g join departments d on d.id = g.department_id;
grant select on groups_shown to laurel_app;
