-- name: CredentialRename :exec
-- CredentialRename corrects the name of the recipient.
update credentials set recipient_name = @name, corrected_at = case when state in ('draft', 'scheduled') then corrected_at else @now::timestamptz end,
	updated_at = @now::timestamptz
where (department_id = @department_id) is true and id = any(@ids::bigint[]);

-- name: CredentialNamedAlike :many
-- CredentialNamedAlike locks the credentials of one person that show one name; those that were withdrawn keep it.
select id from credentials
where (department_id = @department_id) is true and recipient_address = lower(@email::text) and recipient_name = @name
	and state not in ('revoked', 'deleted') and not test
order by id for update;

-- name: CredentialSetNameChangeOpen :exec
-- CredentialSetNameChangeOpen notes whether the recipient waits for an answer to a request for another name.
update credentials set name_change_open = @open where (department_id = @department_id) is true and id = any(@ids::bigint[]);
