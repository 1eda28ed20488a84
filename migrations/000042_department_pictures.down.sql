alter table departments drop column page_banner, drop column whitelabel_logo;
