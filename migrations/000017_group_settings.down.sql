alter table mails drop column sender_name, drop column reply_to, drop column cc, drop column bcc;
drop function group_texts(bigint);
drop table group_defaults;
alter table groups
	drop column skill_category_id, drop column criteria, drop column criteria_url, drop column alignments, drop column tags,
	drop column signup_url, drop column settings;
