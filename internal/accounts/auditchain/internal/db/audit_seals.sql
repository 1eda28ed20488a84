-- name: SealTryLock :one
-- SealTryLock lets one process seal at a time, and none while details are erased.
select pg_try_advisory_xact_lock(hashtext('audit_seal'));

-- name: SealProgress :one
-- SealProgress returns how far the log is sealed, and between which transactions the database is: all below oldest have ended, and none
-- from next on has begun.
select settled_id, pending_id, pending_xid, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
	pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next from audit_sealing;

-- name: SealNewest :one
-- SealNewest returns the newest entry of any log.
select coalesce(max(id), 0)::bigint from audit_events;

-- name: SealMove :exec
-- SealMove stores how far the log is sealed.
update audit_sealing set settled_id = @settled_id, pending_id = @pending_id, pending_xid = @pending_xid;

-- name: Unsealed :many
-- Unsealed returns the next entries that have no place in the chain of their department.
select e.* from audit_events e
where e.id > @after and e.department_id is not null and not exists (select from audit_seals s where s.event_id = e.id)
order by e.id limit @row_limit;

-- name: SealLast :many
-- SealLast returns the last place in the chain of each department that has one.
select s.department_id, s.position, s.head from unnest(@department_ids::bigint[]) d (id)
cross join lateral (select * from audit_seals where department_id = d.id order by position desc limit 1) s;

-- name: SealInsert :exec
-- SealInsert appends to chains.
insert into audit_seals (department_id, position, event_id, salt, digest, head)
select unnest(@department_ids::bigint[]), unnest(@positions::bigint[]), unnest(@event_ids::bigint[]), unnest(@salts::bytea[]), unnest(@digests::bytea[]), unnest(@heads::bytea[]);

-- name: HeadsDue :many
-- HeadsDue returns the departments whose log has grown, and that signed no head since a time.
select d.id as department_id, s.position, s.head from departments d
cross join lateral (select * from audit_seals where department_id = d.id order by position desc limit 1) s
left join lateral (select * from audit_heads where department_id = d.id order by position desc limit 1) h on true
where h.position is null or (h.position < s.position and h.signed_at < @since::timestamptz)
limit @row_limit;

-- name: HeadInsert :exec
-- HeadInsert keeps a signed head.
insert into audit_heads (department_id, position, signed_at, token) values (@department_id, @position, @signed_at, @token) on conflict do nothing;

-- name: HeadList :many
-- HeadList returns the newest signed heads of a department.
select position, signed_at, token from audit_heads where department_id = @department_id order by position desc limit @row_limit;

-- name: HeadsBetween :many
-- HeadsBetween returns the signed heads about some entries.
select position, token from audit_heads where department_id = @department_id and position between @first and @last order by position;

-- name: SealAt :one
-- SealAt returns the head of a chain after an entry.
select head from audit_seals where department_id = @department_id and position = @position;

-- name: SealedEntries :many
-- SealedEntries returns the next entries of a department's chain.
select s.position, s.salt, s.digest, s.head, e.id, e.created_at, e.action, e.object_kind, e.object_id, e.user_id, e.api_key_id,
	e.embed_session_id, e.recipient_id, e.system, e.request_id, e.ip, e.details
from audit_seals s join audit_events e on e.id = s.event_id
where s.department_id = @department_id and s.position > @after
order by s.position limit @row_limit;

-- name: StreamLock :one
-- StreamLock returns how far the log was sent to the collector and how far it is sealed. One process at a time sends.
select s.streamed_id, (select settled_id from audit_sealing)::bigint as settled_id from audit_streaming s for update skip locked;

-- name: StreamNext :many
-- StreamNext returns the next entries of all logs, with their places in the chains of their departments.
select e.department_id, coalesce(s.position, 0)::bigint as position, s.salt, coalesce(s.digest, '')::bytea as digest, coalesce(s.head, '')::bytea as head,
	e.id, e.created_at, e.action, e.object_kind, e.object_id, e.user_id, e.api_key_id, e.embed_session_id, e.recipient_id, e.system, e.request_id, e.ip, e.details
from audit_events e left join audit_seals s on s.event_id = e.id
where e.id > @after and e.id <= @last order by e.id limit @row_limit;

-- name: StreamMove :exec
-- StreamMove stores how far the log was sent.
update audit_streaming set streamed_id = @streamed_id, streamed_at = @streamed_at;

-- name: Backlog :one
-- Backlog returns the time of the oldest entry that has not been sealed, and of the oldest that has not been sent; year 1 means none.
select coalesce((select created_at from audit_events where id > (select settled_id from audit_sealing) order by id limit 1), '0001-01-01 00:00:00Z')::timestamptz as unsealed,
	coalesce((select created_at from audit_events where id > (select streamed_id from audit_streaming) order by id limit 1), '0001-01-01 00:00:00Z')::timestamptz as unsent;
