-- Public links by the issuer's own id look in every department.
create index concurrently if not exists credentials_public_license_idx on credentials (license_id) where license_id is not null and state <> 'deleted' and not test;
