drop table claims, claim_links;
