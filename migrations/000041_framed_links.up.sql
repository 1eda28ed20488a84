-- Whether pages of the department's allowed origins may show in a frame what a link opens.
alter table recipient_links add column framed boolean not null default false;
