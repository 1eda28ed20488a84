drop function credential_related;
