-- A connection can also be to a SAML provider. Its issuer_url is then the provider's entity ID, its client_id ours, and its sealed_secret
-- the keys that sign our requests. saml is the rest of what is known about the provider; null: an OpenID provider.
alter table sso_connections add column saml jsonb;
