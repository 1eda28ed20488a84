drop function has_evidence(bigint, bigint);
