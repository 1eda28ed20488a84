drop index if exists credentials_expiring_idx;
