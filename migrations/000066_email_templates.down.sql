drop table email_template_choices;
drop table email_templates;
