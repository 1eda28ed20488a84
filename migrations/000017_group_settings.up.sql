-- What a group says of the achievement, how it is filed, and how its credentials are shown and sent.
alter table groups
	add column skill_category_id integer,
	add column criteria text not null default '' check (char_length(criteria) <= 5000),
	add column criteria_url text not null default '' check (char_length(criteria_url) <= 2048),
	add column alignments jsonb not null default '[]' check (jsonb_typeof(alignments) = 'array'),
	add column tags text[] not null default '{}' check (cardinality(tags) <= 20),
	add column signup_url text not null default '' check (char_length(signup_url) <= 2048),
	add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'); -- what lacks is as in a new group
create index groups_tags_idx on groups using gin (tags);

-- What a department's new groups begin with.
create table group_defaults (
	department_id bigint primary key references departments,
	defaults jsonb not null check (jsonb_typeof(defaults) = 'object'),
	updated_at timestamptz not null
);
call protect_by_department('group_defaults');

-- The texts that a credential keeps of its group when it is issued.
create function group_texts(wanted bigint) returns jsonb language sql stable as $$
	select jsonb_build_object('id', g.id, 'name', g.name, 'course_name', g.course_name, 'course_description', g.course_description,
		'course_link', g.course_link, 'language', g.language, 'learning_outcomes', to_jsonb(g.learning_outcomes),
		'achievement_type', g.achievement_type, 'criteria', g.criteria, 'criteria_url', g.criteria_url, 'alignments', g.alignments)
	from groups g where g.id = wanted
$$;

-- In whose name a mail goes out and who else gets it; several addresses stand in one text, with commas.
alter table mails
	add column sender_name text not null default '',
	add column reply_to text not null default '',
	add column cc text not null default '',
	add column bcc text not null default '';
