-- A credential expires when its last day ends in the time zone of its department, so reading one reads the zone too.
create or replace view groups_shown with (security_invoker = true) as
select g.id, g.department_id, g.name, g.course_name, g.course_description, g.course_link, g.language, g.learning_outcomes, g.settings,
	g.achievement_type, g.criteria, g.criteria_url, g.alignments, g.certificate_design_id, g.badge_design_id,
	d.name as issuer_name, d.url as issuer_url, d.logo as issuer_logo, d.description as issuer_description, d.page_banner as issuer_banner,
	d.whitelabel_logo as issuer_whitelabel_logo, concat_ws(' ', g.xmin, g.ctid, d.xmin, d.ctid) as mark, d.time_zone
from groups g join departments d on d.id = g.department_id;
