-- name: CredentialAmend :exec
-- CredentialAmend corrects the recipient's name or address, or the date of issue. An address does not show, so it is no correction of
-- what is shown.
update credentials set recipient_name = coalesce(sqlc.narg('name')::text, recipient_name),
	recipient_email = coalesce(sqlc.narg('email')::text, recipient_email), issued_on = coalesce(sqlc.narg('issued_on')::date, issued_on),
	corrected_at = case when state in ('draft', 'scheduled') or sqlc.narg('email')::text is not null then corrected_at else @now::timestamptz end,
	updated_at = @now::timestamptz
where without_index(department_id = @department_id) and id = any(@ids::bigint[]);

-- name: CredentialAlike :many
-- CredentialAlike locks the credentials of one person, those that show one name or all. Revoked ones are among them where that is wanted,
-- and those that show the name already are not.
select id from credentials
where without_index(department_id = @department_id) and recipient_address = lower(@email::text)
	and (sqlc.narg('name')::text is null or recipient_name = sqlc.narg('name')::text)
	and recipient_name is distinct from sqlc.narg('unless')::text
	and (state not in ('revoked', 'deleted') or @revoked::boolean and state = 'revoked') and not test
order by id for update;

-- name: CredentialSetNameChangeOpen :exec
-- CredentialSetNameChangeOpen notes whether the recipient waits for an answer to a request for another name.
update credentials set name_change_open = @open where without_index(department_id = @department_id) and id = any(@ids::bigint[]);
