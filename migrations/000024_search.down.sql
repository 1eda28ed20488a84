drop function credential_candidates;
drop index credentials_words_idx, credentials_state_idx, credentials_name_idx, credentials_issued_idx, credentials_expires_idx;
drop extension if exists pg_trgm;
