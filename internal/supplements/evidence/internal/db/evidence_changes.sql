-- name: EvidenceChanged :exec
-- EvidenceChanged notes that what the public sees of a credential's evidence is another from now on.
insert into evidence_changes (credential_id, department_id, changed_at) values (@credential_id, @department_id, @now)
on conflict (credential_id) do update set changed_at = excluded.changed_at;

-- name: EvidenceChangedAt :one
-- EvidenceChangedAt tells when that was last.
select changed_at from evidence_changes where department_id = @department_id and credential_id = @credential_id;
