-- name: RecipientSessionInsert :one
-- RecipientSessionInsert signs a recipient in.
insert into recipient_sessions (department_id, link_id, recipient_id, token_hash, level, ip, user_agent, created_at, last_seen_at, idle_after, expires_at, only_groups)
values (sqlc.narg(department_id), sqlc.narg(link_id), @recipient_id, @token_hash, @level, @ip, @user_agent, @now, @now, @idle_after, @expires_at, @only_groups)
returning id;

-- name: RecipientSessionResolve :one
-- RecipientSessionResolve reads a living session, whose it is, and their other addresses.
select sqlc.embed(s), sqlc.embed(r), array(select o.email from recipients o where o.person_id = r.id order by o.id)::text[] as others
from recipient_sessions s join recipients r on r.id = s.recipient_id
where s.token_hash = @token_hash and s.expires_at > @now and s.idle_after > @now;

-- name: RecipientSessionSeen :exec
-- RecipientSessionSeen notes that a session is in use.
update recipient_sessions set last_seen_at = @now, idle_after = @idle_after where id = @id and last_seen_at < @now;

-- name: RecipientSessionDelete :execrows
-- RecipientSessionDelete signs a recipient out.
delete from recipient_sessions where id = @id and recipient_id = @recipient_id;

-- name: RecipientSessionsDeleteByCredential :exec
-- RecipientSessionsDeleteByCredential ends what the links of a credential opened.
delete from recipient_sessions s using recipient_links l
where l.id = s.link_id and l.department_id = @department_id and l.credential_id = @credential_id;

-- name: RecipientSessionsDeleteExpired :execrows
-- RecipientSessionsDeleteExpired removes sessions that open nothing any more.
delete from recipient_sessions where least(idle_after, expires_at) <= @now;

-- name: RecipientSessionList :many
-- RecipientSessionList lists where a recipient is signed in, the current session first.
select * from recipient_sessions where recipient_id = @recipient_id and expires_at > @now and idle_after > @now
order by id = @current desc, last_seen_at desc limit 100;

-- name: RecipientSessionRotate :execrows
-- RecipientSessionRotate gives a session another token; the former one ends.
update recipient_sessions set token_hash = @token_hash where id = @id and recipient_id = @recipient_id;

-- name: RecipientSessionsDeleteOthers :execrows
-- RecipientSessionsDeleteOthers ends every session of a recipient but one.
delete from recipient_sessions where recipient_id = @recipient_id and id <> @keep;
