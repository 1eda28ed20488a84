delete from uploads where preset = 'fonts';
alter table uploads drop constraint uploads_preset_check;
alter table uploads add constraint uploads_preset_check
	check (preset in ('s3_policy', 'templates', 'evidence', 'organizations'));
drop table font_files;
drop table font_names;
drop table fonts;
