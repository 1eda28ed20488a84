-- name: CredentialIDsByRefs :many
-- CredentialIDsByRefs finds what any of the references names: the issuer's own id, id, uuid or encoded_id.
select id, uuid, encoded_id, license_id from credentials
where department_id = @department_id and state <> 'deleted'
	and (license_id = any(@refs::text[]) or encoded_id = any(@refs::text[]) or id = any(@ids::bigint[]) or uuid = any(@uuids::uuid[]))
order by id limit @row_limit;
