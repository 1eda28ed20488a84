-- What issuers had chosen is not known.
select 1;
