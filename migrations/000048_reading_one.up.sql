-- What credentials show of their groups and of who issues them, read with one or for a page of them. Whoever asks sees what the walls of
-- the tables let them see.
create view groups_shown with (security_invoker = true) as
select g.id, g.department_id, g.name, g.course_name, g.course_description, g.course_link, g.language, g.learning_outcomes, g.settings,
	g.achievement_type, g.criteria, g.criteria_url, g.alignments, g.certificate_design_id, g.badge_design_id,
	d.name as issuer_name, d.url as issuer_url, d.logo as issuer_logo, d.description as issuer_description, d.page_banner as issuer_banner,
	d.whitelabel_logo as issuer_whitelabel_logo
from groups g join departments d on d.id = g.department_id;

-- The issuer's own id also finds what was deleted, for its history and to restore it.
create index credentials_deleted_license_idx on credentials (department_id, license_id) where license_id is not null and state = 'deleted';

-- What is written after every request is written with its key read beside it; looking for key and department again, row by row, took half of
-- the time. Neither is ever removed.
alter table api_key_requests drop constraint api_key_requests_api_key_id_fkey, drop constraint api_key_requests_department_id_fkey;
