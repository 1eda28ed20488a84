drop table if exists credential_engagements;
