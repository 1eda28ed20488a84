-- What a department does with attributes that clients send and that it does not have.
alter table departments add column undeclared_attributes text not null default 'keep' check (undeclared_attributes in ('keep', 'declare'));
