-- The public page of a credential names the issuer to LinkedIn by its company there.
create or replace view groups_shown with (security_invoker=true) as
 SELECT g.id,
    g.department_id,
    g.name,
    g.course_name,
    g.course_description,
    g.course_link,
    g.language,
    g.learning_outcomes,
    g.settings,
    g.achievement_type,
    g.criteria,
    g.criteria_url,
    g.alignments,
    g.certificate_design_id,
    g.badge_design_id,
    d.name AS issuer_name,
    d.url AS issuer_url,
    d.logo AS issuer_logo,
    d.description AS issuer_description,
    d.page_banner AS issuer_banner,
    d.whitelabel_logo AS issuer_whitelabel_logo,
    concat_ws(' '::text, g.xmin, g.ctid, d.xmin, d.ctid) AS mark,
    d.time_zone,
    d.linkedin_company_id AS issuer_linkedin_id
   FROM (groups g
     JOIN departments d ON ((d.id = g.department_id)));
