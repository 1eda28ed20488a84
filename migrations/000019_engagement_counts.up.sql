-- How often people other than the recipient and the issuer viewed a credential's page and verified the credential.
alter table credential_engagements add column view_count integer not null default 0, add column verification_count integer not null default 0;
