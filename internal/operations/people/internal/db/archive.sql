-- name: ArchiveAddress :one
-- ArchiveAddress reads whose a credential is, deleted or not.
select recipient_address from credentials where department_id = @department_id and id = @id;

-- name: ArchiveCredentials :many
-- ArchiveCredentials reads the credentials of an address, those in the bin included, with all that is stored about them.
select c.id, c.uuid, g.name as group_name, coalesce(c.name, g.course_name)::text as course, c.recipient_name, c.recipient_email, c.state, c.issued_on, c.expired_on,
	c.published_at, c.license_id, (to_jsonb(c) - array['private_key', 'snapshot'])::jsonb as stored
from credentials c join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
where c.department_id = @department_id and c.recipient_address = @address::text order by c.id;

-- name: ArchiveRows :many
-- ArchiveRows reads what else is stored about an address and its credentials, without secrets, by the file that it belongs to.
select 'emails.json'::text as file, m.id, (to_jsonb(m) - array['sealed', 'dedupe_key', 'held_by', 'html'])::jsonb as stored
	from mails m where m.department_id = @department_id::bigint and (m.credential_id = any(@ids::bigint[]) or lower(m.recipient) = @address::text)
union all select 'evidence.json', e.id, to_jsonb(e) - array['file_key', 'upload_id']
	from evidence_items e where e.department_id = @department_id and e.credential_id = any(@ids::bigint[])
union all select 'references.json', r.id, to_jsonb(r) - array['token_hash']
	from credential_references r where r.department_id = @department_id and r.credential_id = any(@ids::bigint[])
union all select 'change-requests.json', n.id, to_jsonb(n) - array['confirm_hash', 'document_key']
	from name_changes n where n.department_id = @department_id and n.credential_id = any(@ids::bigint[])
union all select 'claims.json', k.id, to_jsonb(k) - array['secret_hash']
	from claims k where k.department_id = @department_id and (k.credential_id = any(@ids::bigint[]) or lower(k.email) = @address::text)
union all select 'address-changes.json', p.id, to_jsonb(p) - array['secret_hash']
	from person_moves p where p.department_id = @department_id and (p.from_address = @address::text or lower(p.to_email) = @address::text)
union all select 'visits.json', v.credential_id, to_jsonb(v) from credential_engagements v where v.department_id = @department_id and v.credential_id = any(@ids::bigint[])
union all select 'history.json', a.id, to_jsonb(a) - array['ip', 'request_id']
	from audit_events a where a.department_id = @department_id
		and (a.object_kind = 'credential' and a.object_id in (select c.id::text from credentials c where c.department_id = @department_id and c.recipient_address = @address::text) or a.details <> '{}' and names_address(a.details::text, @address::text))
order by 1, 2;
