drop index concurrently if exists credentials_public_license_idx;
