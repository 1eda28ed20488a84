-- name: CredentialLockDuplicates :exec
-- CredentialLockDuplicates makes others who give the same person a credential of the same group wait.
select pg_advisory_xact_lock(hashtextextended('credential of ' || @group_id::bigint || ' for ' || @email::text, 0));

-- name: CredentialDuplicate :one
-- CredentialDuplicate finds the newest credential that a person has of a group.
select id from credentials
where department_id = @department_id and group_id = @group_id and recipient_address = @email::text
	and state not in ('deleted', 'revoked') and superseded_at is null
order by id desc limit 1;

-- name: CredentialMove :exec
-- CredentialMove puts a credential into another group. What was issued shows the new group's texts and designs only if it is to follow.
update credentials c set group_id = g.id, allows_duplicate = @allows_duplicate, updated_at = @now::timestamptz,
	certificate_version_id = case when @follow::boolean and c.snapshot is not null then cd.current_version_id else c.certificate_version_id end,
	badge_version_id = case when @follow::boolean and c.snapshot is not null then bd.current_version_id else c.badge_version_id end,
	snapshot = case when c.snapshot is null then null
		when @follow::boolean then jsonb_set(c.snapshot, '{group}', jsonb_build_object('id', g.id, 'name', g.name, 'course_name', g.course_name,
			'course_description', g.course_description, 'course_link', g.course_link, 'language', g.language,
			'learning_outcomes', to_jsonb(g.learning_outcomes)))
		else jsonb_set(jsonb_set(c.snapshot, '{group,id}', to_jsonb(g.id)), '{group,name}', to_jsonb(g.name)) end
from groups g
left join designs cd on cd.department_id = g.department_id and cd.id = g.certificate_design_id
left join designs bd on bd.department_id = g.department_id and bd.id = g.badge_design_id
where c.department_id = @department_id and c.id = @id and g.department_id = c.department_id and g.id = @group_id;

-- name: CredentialRotateKey :exec
-- CredentialRotateKey writes a new private key.
update credentials set private_key = @private_key, updated_at = @now where department_id = @department_id and id = @id;

-- name: CredentialCountShared :one
-- CredentialCountShared counts the others of a recipient and of a group.
select (select count(*) from credentials r where r.department_id = @department_id and r.recipient_address = @email::text
		and r.id <> @id and r.state <> 'deleted' and r.test = credential_is_test(@id)) as same_recipient,
	(select count(*) from credentials o where o.department_id = @department_id and o.group_id = @group_id
		and o.id <> @id and o.state <> 'deleted' and o.test = credential_is_test(@id)) as same_group;

-- name: CredentialLockShared :many
-- CredentialLockShared takes the next others of a recipient or of a group.
select c.id from credentials c
where c.department_id = @department_id and c.id <> @id and c.id > @after and c.state <> 'deleted'
	and ((@email::text <> '' and c.recipient_address = @email::text) or (@group_id::bigint <> 0 and c.group_id = @group_id))
order by c.id limit @row_limit for update;

-- name: CredentialCorrect :many
-- CredentialCorrect writes a correction into others, and returns those that it changed, before and after.
update credentials c set
	recipient_name = case when n.recipient then @new_name::text else c.recipient_name end,
	recipient_email = case when n.recipient and not n.taken then @new_email::text else c.recipient_email end,
	name = case when n.texts then sqlc.narg('title')::text else c.name end,
	description = case when n.texts then sqlc.narg('description')::text else c.description end,
	corrected_at = case when c.state in ('published', 'expired', 'suspended') then @now::timestamptz else c.corrected_at end,
	updated_at = @now::timestamptz
from (select o.id, o.recipient_name as name_before, o.recipient_email as email_before, o.name as title_before, o.description as description_before,
		(@email::text <> '' and o.recipient_address = @email::text) as recipient,
		(@group_id::bigint <> 0 and o.group_id = @group_id) as texts,
		(not o.allows_duplicate and lower(@new_email::text) <> o.recipient_address and exists (select 1 from credentials t
			where t.group_id = o.group_id and t.recipient_address = lower(@new_email::text) and t.test = o.test and t.state not in ('deleted', 'revoked'))) as taken
	from credentials o where without_index(o.department_id = @department_id) and o.id = any(@ids::bigint[])) n
where without_index(c.department_id = @department_id) and c.id = n.id
	and ((n.recipient and (c.recipient_name, c.recipient_email) is distinct from
			(@new_name::text, case when n.taken then c.recipient_email else @new_email::text end))
		or (n.texts and (c.name, c.description) is distinct from (sqlc.narg('title')::text, sqlc.narg('description')::text)))
returning c.id, n.name_before, n.email_before, n.title_before, n.description_before, c.recipient_name, c.recipient_email, c.name, c.description;
