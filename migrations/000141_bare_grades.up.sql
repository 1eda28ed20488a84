-- Certificates issued before print [credential.grade] as a bare number, as their designs expect. All others print a percentage.
alter table credentials add column bare_grade boolean not null default true;

-- next step

alter table credentials alter column bare_grade set default false;
