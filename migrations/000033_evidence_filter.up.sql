-- The credentials of a department that have evidence.
create index evidence_items_department_idx on evidence_items (department_id, credential_id) where state <> 'draft';
