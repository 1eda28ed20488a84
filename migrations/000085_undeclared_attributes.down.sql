alter table departments drop column undeclared_attributes;
