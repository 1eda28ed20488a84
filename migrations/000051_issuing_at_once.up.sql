-- What a credential keeps of its group when it is issued: the texts, and the versions that its designs have at that moment.
create view groups_issuing with (security_invoker = true) as
select g.id, g.department_id, cd.current_version_id as certificate_version_id, bd.current_version_id as badge_version_id,
	jsonb_build_object(
		'issuer', jsonb_build_object('id', d.id, 'name', d.name, 'url', d.url, 'logo', d.logo, 'description', d.description),
		'group', jsonb_build_object('id', g.id, 'name', g.name, 'course_name', g.course_name, 'course_description', g.course_description,
			'course_link', g.course_link, 'language', g.language, 'learning_outcomes', to_jsonb(g.learning_outcomes),
			'achievement_type', g.achievement_type, 'criteria', g.criteria, 'criteria_url', g.criteria_url, 'alignments', g.alignments)
	) as snapshot
from groups g
join departments d on d.id = g.department_id
left join designs cd on cd.department_id = g.department_id and cd.id = g.certificate_design_id
left join designs bd on bd.department_id = g.department_id and bd.id = g.badge_design_id;

create or replace function group_texts(wanted bigint) returns jsonb language sql stable as $$
	select i.snapshot -> 'group' from groups_issuing i where i.id = wanted
$$;

-- Credentials that were issued while somebody waited for the answer, and whose mails, signatures, documents and pictures are still to be
-- asked for. Rows are only added and taken, never changed, so that those who issue at the same time do not wait for each other.
create table issued_lately (
	credential_id bigint primary key,
	department_id bigint not null
);
call protect_by_department('issued_lately');

-- A credential may be issued as it is added; programs and groups with prerequisites hear of that as of one that was a draft before.
create function webhook_tell_issued() returns trigger language plpgsql as $$
begin
	if not exists (select from webhooks where state = 'active') then
		return null;
	end if;
	insert into webhook_events (department_id, type, subject_kind, subject_id, occurred_at)
	select n.department_id, 'credential.published', 'credential', n.id, n.updated_at
	from now_rows n
	where n.state not in ('draft', 'scheduled', 'deleted') and webhook_wanted(n.department_id, 'credential.published')
	order by n.id;
	return null;
end $$;
create trigger webhook_tell_issued after insert on credentials referencing new table as now_rows
	for each statement execute function webhook_tell_issued();

create function stacks_tell_issued() returns trigger language plpgsql as $$
begin
	if not exists (select from group_prerequisites) then
		return null;
	end if;
	insert into stack_marks (department_id, group_id)
	select distinct p.department_id, p.group_id
	from now_rows n
	join group_prerequisites p on p.department_id = n.department_id and p.prerequisite_id = n.group_id
	where not n.test and n.state not in ('draft', 'scheduled', 'deleted');
	return null;
end $$;
create trigger stacks_tell_issued after insert on credentials referencing new table as now_rows
	for each statement execute function stacks_tell_issued();

-- Nothing looks for jobs by what they say, and each job that is added would be written into these word by word.
drop index river_job_args_index, river_job_metadata_index;
