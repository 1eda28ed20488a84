create index river_job_args_index on river_job using gin (args);
create index river_job_metadata_index on river_job using gin (metadata);
drop trigger stacks_tell_issued on credentials;
drop trigger webhook_tell_issued on credentials;
drop function stacks_tell_issued, webhook_tell_issued;
drop table issued_lately;
create or replace function group_texts(wanted bigint) returns jsonb language sql stable as $$
	select jsonb_build_object('id', g.id, 'name', g.name, 'course_name', g.course_name, 'course_description', g.course_description,
		'course_link', g.course_link, 'language', g.language, 'learning_outcomes', to_jsonb(g.learning_outcomes),
		'achievement_type', g.achievement_type, 'criteria', g.criteria, 'criteria_url', g.criteria_url, 'alignments', g.alignments)
	from groups g where g.id = wanted
$$;
drop view groups_issuing;
