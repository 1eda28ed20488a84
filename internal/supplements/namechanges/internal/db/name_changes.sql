-- name: NameChangeInsert :one
-- NameChangeInsert keeps a request.
insert into name_changes (department_id, credential_id, recipient_id, kind, current_name, requested_name, reason, note, all_mine, distance, state,
	confirm_hash, created_at, expires_at)
values (@department_id, @credential_id, @recipient_id, @kind, @current_name, @requested_name, @reason, @note, @all_mine, @distance, @state,
	@confirm_hash, @created_at, @expires_at)
returning *;

-- name: NameChangeRead :one
-- NameChangeRead reads a request with the credential that it is about.
select sqlc.embed(n), c.uuid, c.recipient_name, c.recipient_email, coalesce(c.name, g.course_name)::text as credential_name,
	g.id as group_id, g.name as group_name, coalesce(nullif(u.name, ''), u.email, '')::text as decided_by_name
from name_changes n
join credentials c on c.department_id = n.department_id and c.id = n.credential_id
join groups g on g.department_id = c.department_id and g.id = c.group_id
left join users u on u.id = n.decided_by
where n.department_id = @department_id and n.id = @id;

-- name: NameChangeList :many
-- NameChangeList lists the requests of a department, the latest first; what waits, the longest waiting first.
select sqlc.embed(n), c.uuid, c.recipient_name, c.recipient_email, coalesce(c.name, g.course_name)::text as credential_name,
	g.id as group_id, g.name as group_name, coalesce(nullif(u.name, ''), u.email, '')::text as decided_by_name
from name_changes n
join credentials c on c.department_id = n.department_id and c.id = n.credential_id
join groups g on g.department_id = c.department_id and g.id = c.group_id
left join users u on u.id = n.decided_by
where n.department_id = @department_id
	and (cardinality(@states::text[]) = 0 or n.state = any(@states::text[]))
	and (@reason::text = '' or n.reason = @reason) and (@kind::text = '' or n.kind = @kind)
	and (sqlc.narg('credential_id')::bigint is null or n.credential_id = sqlc.narg('credential_id'))
	and (@query::text = '' or position(lower(@query) in lower(n.requested_name)) > 0 or position(lower(@query) in lower(n.current_name)) > 0
		or position(lower(@query) in lower(c.recipient_email)) > 0)
order by case when @oldest_first::boolean then n.id end, n.id desc
limit @row_limit offset @row_offset;

-- name: NameChangeCount :one
-- NameChangeCount counts what NameChangeList lists.
select count(*) from name_changes n
join credentials c on c.department_id = n.department_id and c.id = n.credential_id
where n.department_id = @department_id
	and (cardinality(@states::text[]) = 0 or n.state = any(@states::text[]))
	and (@reason::text = '' or n.reason = @reason) and (@kind::text = '' or n.kind = @kind)
	and (sqlc.narg('credential_id')::bigint is null or n.credential_id = sqlc.narg('credential_id'))
	and (@query::text = '' or position(lower(@query) in lower(n.requested_name)) > 0 or position(lower(@query) in lower(n.current_name)) > 0
		or position(lower(@query) in lower(c.recipient_email)) > 0);

-- name: NameChangeLock :one
-- NameChangeLock reads a request that nobody else decides until the transaction ends.
select * from name_changes where department_id = @department_id and id = @id for update;

-- name: NameChangeByConfirm :one
-- NameChangeByConfirm finds the request that a mailed link confirms the address of.
select department_id, id from name_changes where confirm_hash = $1;

-- name: NameChangeConfirm :exec
-- NameChangeConfirm notes that the address was confirmed: the request waits for a decision from now on.
update name_changes set state = 'pending', confirmed_at = @now::timestamptz, expires_at = @expires_at
where department_id = @department_id and id = @id;

-- name: NameChangeDecide :exec
-- NameChangeDecide ends a request.
update name_changes set state = @state, decided_by = sqlc.narg('decided_by'), decided_by_key = sqlc.narg('decided_by_key'),
	decision_note = @decision_note, decided_at = @decided_at, all_mine = @all_mine
where department_id = @department_id and id = @id;

-- name: NameChangeItemsInsert :exec
-- NameChangeItemsInsert notes the credentials that a change was made on.
insert into name_change_items (name_change_id, department_id, credential_id)
select @name_change_id, @department_id, unnest(@credential_ids::bigint[]);

-- name: NameChangeAutoSince :one
-- NameChangeAutoSince reports whether the name on a credential was changed without anybody's decision since then.
select exists (
	select from name_change_items i join name_changes n on n.department_id = i.department_id and n.id = i.name_change_id
	where i.department_id = @department_id and i.credential_id = @credential_id and n.state = 'auto_approved' and n.decided_at > @since::timestamptz
);

-- name: NameChangeSetDocument :exec
-- NameChangeSetDocument notes where the proof lies.
update name_changes set document_key = @document_key, document_name = @document_name, document_type = @document_type
where department_id = @department_id and id = @id;

-- name: NameChangeExpireDue :many
-- NameChangeExpireDue ends requests that nobody confirmed or decided in time.
update name_changes set state = 'expired', decided_at = @now::timestamptz
where (department_id, id) in (
	select n.department_id, n.id from name_changes n where n.state in ('unconfirmed', 'pending') and n.expires_at <= @now::timestamptz
	order by n.expires_at limit @row_limit for update skip locked
)
returning department_id, id, credential_id;

-- name: NameChangeOldDocuments :many
-- NameChangeOldDocuments lists proofs that have served.
select department_id, id, document_key::text as document_key from name_changes
where document_key is not null and state <> 'pending' and decided_at <= @before::timestamptz
order by decided_at limit @row_limit;

-- name: NameChangeForgetDocument :exec
-- NameChangeForgetDocument forgets a proof.
update name_changes set document_key = null where department_id = @department_id and id = @id;

-- name: NameChangeSettings :one
-- NameChangeSettings reports whether tiny corrections need no decision.
select auto_approve from name_change_settings where department_id = $1;

-- name: NameChangeSettingsSet :exec
-- NameChangeSettingsSet says whether tiny corrections need no decision.
insert into name_change_settings (department_id, auto_approve) values (@department_id, @auto_approve)
on conflict (department_id) do update set auto_approve = excluded.auto_approve;

-- name: NameChangeDeciders :many
-- NameChangeDeciders lists the administrators of a department, who are told.
select u.id, u.email, u.name, u.language from memberships m join users u on u.id = m.user_id
where m.department_id = $1 and m.role in ('owner', 'administrator')
order by u.id limit 20;
