-- name: CredentialCandidates :one
-- CredentialCandidates finds what has some words; null when that is too much to be a help.
select credential_candidates(sqlc.narg('term')::text, sqlc.narg('name')::text, sqlc.narg('email')::text, sqlc.narg('exact')::text,
	sqlc.narg('id')::bigint, sqlc.narg('uuid')::uuid, @most::integer)::bigint[] as ids;
