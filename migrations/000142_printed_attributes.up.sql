-- What a credential keeps when it is issued also names the custom attributes that its designs print, with the names they have at that
-- moment: they are shown on its page and signed. Credentials that were issued before have no such list.
create or replace view groups_issuing with (security_invoker = true) as
select g.id, g.department_id, cd.current_version_id as certificate_version_id, bd.current_version_id as badge_version_id,
	jsonb_build_object(
		'issuer', jsonb_build_object('id', d.id, 'name', d.name, 'url', d.url, 'logo', d.logo, 'description', d.description),
		'group', jsonb_build_object('id', g.id, 'name', g.name, 'course_name', g.course_name, 'course_description', g.course_description,
			'course_link', g.course_link, 'language', g.language, 'learning_outcomes', to_jsonb(g.learning_outcomes),
			'achievement_type', g.achievement_type, 'criteria', g.criteria, 'criteria_url', g.criteria_url, 'alignments', g.alignments)
		, 'attributes', (
			select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'name', k.name, 'kind', k.kind) order by lower(k.name), k.id), '[]')
			from attribute_keys k
			where k.department_id = g.department_id and k.kind <> 'image' and k.key in (
				select tag[1] from design_versions v, regexp_matches(v.document::text, '\[custom\.([a-z0-9_]+)\]', 'g') tag
				where v.department_id = g.department_id and v.id in (cd.current_version_id, bd.current_version_id)))
	) as snapshot
from groups g
join departments d on d.id = g.department_id
left join designs cd on cd.department_id = g.department_id and cd.id = g.certificate_design_id
left join designs bd on bd.department_id = g.department_id and bd.id = g.badge_design_id;
