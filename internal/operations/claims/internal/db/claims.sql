-- name: ClaimAsk :one
-- ClaimAsk notes what somebody asks for. Until an address is confirmed, asking again takes the place of what was asked before.
insert into claims (department_id, claim_link_id, name, email, language, secret_hash, secret_expires_at, created_at)
values (@department_id, @claim_link_id, @name, @email, @language, @secret_hash, @secret_expires_at, @now)
on conflict (claim_link_id, lower(email)) do update set
	name = case when claims.state = 'unconfirmed' then excluded.name else claims.name end,
	language = case when claims.state = 'unconfirmed' then excluded.language else claims.language end,
	secret_hash = case when claims.state = 'unconfirmed' then excluded.secret_hash else claims.secret_hash end,
	secret_expires_at = case when claims.state = 'unconfirmed' then excluded.secret_expires_at else claims.secret_expires_at end
returning *;

-- name: ClaimBySecret :one
-- ClaimBySecret finds what a mailed secret confirms, in any department, with its link.
select sqlc.embed(c), sqlc.embed(l) from claims c join claim_links l on l.department_id = c.department_id and l.id = c.claim_link_id
where c.secret_hash = $1 and l.deleted_at is null;

-- name: ClaimLock :one
-- ClaimLock takes a claim that is about to change.
select * from claims where department_id = @department_id and id = @id for update;

-- name: ClaimLockWaiting :many
-- ClaimLockWaiting takes those of ids that wait for a decision.
select * from claims
where department_id = @department_id and claim_link_id = @claim_link_id and id = any(@ids::bigint[]) and state = 'waiting'
order by id for update;

-- name: ClaimSettle :exec
-- ClaimSettle moves a claim on.
update claims set state = @state, credential_id = sqlc.narg('credential_id'), confirmed_at = coalesce(confirmed_at, @now),
	decided_at = sqlc.narg('decided_at'), decided_by = sqlc.narg('decided_by')
where department_id = @department_id and id = @id;

-- name: ClaimList :many
-- ClaimList lists the claims of a link in some state, oldest first: who waits longest is decided on first.
select c.*, x.uuid as credential_uuid from claims c
left join credentials x on x.department_id = c.department_id and x.id = c.credential_id
where c.department_id = @department_id and c.claim_link_id = @claim_link_id and c.state <> 'unconfirmed' and (@state::text = '' or c.state = @state)
order by c.id limit @row_limit offset @row_offset;

-- name: ClaimCount :one
-- ClaimCount counts what ClaimList lists.
select count(*) from claims c
where c.department_id = @department_id and c.claim_link_id = @claim_link_id and c.state <> 'unconfirmed' and (@state::text = '' or c.state = @state);

-- name: ClaimCredential :one
-- ClaimCredential names what a claim got, for the mail that says so.
select uuid, private, private_key from credentials where department_id = @department_id and id = @id;

-- name: ClaimDeleteExpired :execrows
-- ClaimDeleteExpired forgets addresses that nobody confirmed.
delete from claims where id in (select c.id from claims c where c.state = 'unconfirmed' and c.secret_expires_at <= @now limit 1000);

-- name: ClaimsErase :exec
-- ClaimsErase deletes the claims of a person.
delete from claims where department_id = @department_id and (lower(email) = @address::text or credential_id = any(@credential_ids::bigint[]));
