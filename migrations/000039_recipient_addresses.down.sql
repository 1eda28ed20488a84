alter table recipient_links drop column redirect_to;
alter table recipients drop column vanity;
