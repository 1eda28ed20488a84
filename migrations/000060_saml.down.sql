alter table sso_connections drop column if exists saml;
