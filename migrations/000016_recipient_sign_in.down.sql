drop table if exists recipient_sign_ins;
alter table recipients drop column if exists password_hash, drop column if exists person_id;
delete from recipient_sessions where link_id is null;
alter table recipient_sessions alter column department_id set not null, alter column link_id set not null;
