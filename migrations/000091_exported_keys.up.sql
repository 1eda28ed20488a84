-- Whether who asked may see the keys of private credentials: their files and links carry them.
alter table exports add column private_keys boolean not null default false;

-- next step
alter table data_exports add column private_keys boolean not null default false;
