alter table recipient_links drop column framed;
