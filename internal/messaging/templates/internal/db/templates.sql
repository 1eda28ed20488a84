-- name: TemplateList :many
-- TemplateList lists the templates of a department with the number of groups that chose each.
select sqlc.embed(t), (select count(*) from email_template_choices c where c.department_id = t.department_id and c.template_id = t.id) as groups
from email_templates t where t.department_id = @department_id order by t.type, lower(t.name), t.id limit 500;

-- name: TemplateRead :one
-- TemplateRead reads a template.
select * from email_templates where department_id = @department_id and id = @id;

-- name: TemplateLock :one
-- TemplateLock reads a template and locks it.
select * from email_templates where department_id = @department_id and id = @id for update;

-- name: TemplateCount :one
-- TemplateCount counts the templates of a department.
select count(*) from email_templates where department_id = @department_id;

-- name: TemplateInsert :one
-- TemplateInsert adds a template.
insert into email_templates (department_id, type, name, state, is_default, language, from_name, reply_to, style, variants, created_at, updated_at)
values (@department_id, @type, @name, @state, @is_default, @language, @from_name, @reply_to, @style, @variants, @now, @now) returning *;

-- name: TemplateUpdate :one
-- TemplateUpdate replaces a template. The new version has not failed yet.
update email_templates set name = @name, state = @state, is_default = @is_default, language = @language, from_name = @from_name, reply_to = @reply_to,
	style = @style, variants = @variants, version = version + 1, fault = '', fault_at = null, updated_at = @now
where department_id = @department_id and id = @id returning *;

-- name: TemplateUnsetDefault :exec
-- TemplateUnsetDefault makes way for another default of a type.
update email_templates set is_default = false, version = version + 1, updated_at = @now
where department_id = @department_id and type = @type and is_default and id <> @id;

-- name: TemplateDelete :exec
-- TemplateDelete deletes a template.
delete from email_templates where department_id = @department_id and id = @id;

-- name: TemplateSetFault :execrows
-- TemplateSetFault records why a version of a template could not be used.
update email_templates set fault = @fault, fault_at = @now where department_id = @department_id and id = @id and version = @version and fault <> @fault;

-- name: TemplateUsage :many
-- TemplateUsage lists the groups that chose a template.
select g.id, g.name from email_template_choices c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.department_id = @department_id and c.template_id = @template_id order by lower(g.name), g.id limit 1000;

-- name: TemplatesInUse :many
-- TemplatesInUse lists the active templates of departments that are a default, or that one of the groups chose, with those groups.
select sqlc.embed(t), coalesce((select array_agg(c.group_id) from email_template_choices c
	where c.department_id = t.department_id and c.template_id = t.id and c.group_id = any(@groups::bigint[])), '{}')::bigint[] as chosen_by
from email_templates t where t.department_id = any(@departments::bigint[]) and t.state = 'active' and (t.is_default or exists (
	select from email_template_choices c where c.department_id = t.department_id and c.template_id = t.id and c.group_id = any(@groups::bigint[])));

-- name: DepartmentFacts :many
-- DepartmentFacts reads what emails show of departments, and whether they have templates that could be used.
select d.id, d.name, d.url, d.logo, d.contact_email, d.language, coalesce(s.support_email, '')::text as support_email,
	exists (select from email_templates t where t.department_id = d.id and t.state = 'active') as templated
from departments d left join email_settings s on s.department_id = d.id where d.id = any(@ids::bigint[]);

-- name: CredentialGroups :many
-- CredentialGroups reads which groups credentials belong to.
select id, group_id from credentials where department_id = any(@departments::bigint[]) and id = any(@ids::bigint[]);

-- name: CredentialFacts :many
-- CredentialFacts reads what templates may show of credentials.
select c.id, c.group_id, c.uuid, c.encoded_id, coalesce(c.license_id, '')::text as license_id, c.recipient_name, c.recipient_email, coalesce(c.recipient_id, '')::text as recipient_id,
	c.issued_on, c.expired_on, c.grade, c.custom_attributes, c.private, c.private_key, (c.certificate_version_id is not null)::boolean as has_certificate,
	(c.badge_version_id is not null)::boolean as has_badge, coalesce(c.name, g.course_name)::text as course_name
from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
where c.department_id = any(@departments::bigint[]) and c.id = any(@ids::bigint[]);

-- name: CustomAttributes :many
-- CustomAttributes lists the custom attributes of a department.
select key, name, kind from attribute_keys where department_id = @department_id order by lower(name) limit 1000;

-- name: GroupRead :one
-- GroupRead reads whether a group exists.
select id, name from groups where department_id = @department_id and id = @id;

-- name: ChoiceList :many
-- ChoiceList lists the templates that a group chose.
select type, template_id from email_template_choices where department_id = @department_id and group_id = @group_id;

-- name: ChoiceWrite :exec
-- ChoiceWrite has a group use a template.
insert into email_template_choices (department_id, group_id, type, template_id) values (@department_id, @group_id, @type, @template_id)
on conflict (department_id, group_id, type) do update set template_id = excluded.template_id;

-- name: ChoiceDelete :exec
-- ChoiceDelete has a group use its department's default.
delete from email_template_choices where department_id = @department_id and group_id = @group_id and type = @type;

-- name: ChoiceCopy :exec
-- ChoiceCopy gives a group the choices of another.
insert into email_template_choices (department_id, group_id, type, template_id)
select c.department_id, @to_group, c.type, c.template_id from email_template_choices c where c.department_id = @department_id and c.group_id = @from_group
on conflict do nothing;

-- name: ReaderEmail :one
-- ReaderEmail reads the address of the person who asks for a preview.
select email from users where id = @id;

-- name: SamplePicture :one
-- SamplePicture reads the design that the department changed last, for the picture of a sample credential.
select v.uuid from designs d join design_versions v on v.department_id = d.department_id and v.id = d.current_version_id
where d.department_id = @department_id order by d.updated_at desc, d.id desc limit 1;
