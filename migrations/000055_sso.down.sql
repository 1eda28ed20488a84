drop table sso_flows;
drop table sso_identities;
drop table sso_domains;
drop table sso_connections;
