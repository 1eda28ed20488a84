-- Attempts to hand an email over that did not succeed, for its timeline.
create table mail_attempts (
	id bigint generated always as identity,
	department_id bigint not null,
	mail_id bigint not null,
	at timestamptz not null,
	reason text not null,
	constraint mail_attempts_pkey primary key (id),
	constraint mail_attempts_department_id_fkey foreign key (department_id) references departments (id),
	constraint mail_attempts_mail_id_fkey foreign key (mail_id) references mails (id) on delete cascade
);
create index mail_attempts_mail_id_idx on mail_attempts (mail_id);
call protect_by_department('mail_attempts');
