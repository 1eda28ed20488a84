-- The email templates of departments. variants holds subject, preheader, blocks and text by language. fault says why the current version
-- could not be used for an email, which then went out with the next template in the order of fallbacks.
create table email_templates (
	id bigint generated always as identity,
	department_id bigint not null,
	type text not null,
	name text not null,
	state text not null default 'draft',
	is_default boolean not null default false,
	language text not null,
	from_name text not null default '',
	reply_to text not null default '',
	style jsonb not null,
	variants jsonb not null,
	version integer not null default 1,
	fault text not null default '',
	fault_at timestamptz,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint email_templates_pkey primary key (id),
	constraint email_templates_department_id_key unique (department_id, id),
	constraint email_templates_department_id_fkey foreign key (department_id) references departments (id),
	constraint email_templates_name_check check (char_length(name) between 1 and 255),
	constraint email_templates_state_check check (state = any (array['draft', 'active'])),
	constraint email_templates_default_check check (not is_default or state = 'active'),
	constraint email_templates_variants_check check (jsonb_typeof(variants) = 'object')
);
create unique index email_templates_name_idx on email_templates (department_id, lower(name));
create unique index email_templates_default_idx on email_templates (department_id, type) where is_default;
call protect_by_department('email_templates');

-- The templates that groups use in place of their department's default.
create table email_template_choices (
	department_id bigint not null,
	group_id bigint not null,
	type text not null,
	template_id bigint not null,
	constraint email_template_choices_pkey primary key (department_id, group_id, type),
	constraint email_template_choices_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade,
	constraint email_template_choices_template_fkey foreign key (department_id, template_id) references email_templates (department_id, id)
);
create index email_template_choices_template_idx on email_template_choices (department_id, template_id);
call protect_by_department('email_template_choices');
