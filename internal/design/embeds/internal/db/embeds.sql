-- name: EmbedPlainContract :one
-- EmbedPlainContract reports whether the department lets long-lived authorizations stand in the address.
select coalesce((select plain_contract from embed_settings where department_id = @department_id), false)::boolean;

-- name: EmbedSettingsSave :exec
-- EmbedSettingsSave keeps the switch of a department.
insert into embed_settings (department_id, plain_contract) values (@department_id, @plain_contract)
on conflict (department_id) do update set plain_contract = excluded.plain_contract;

-- name: EmbedOriginsLock :exec
-- EmbedOriginsLock lets the origins of a department be added one after the other, so that the limit holds.
select pg_advisory_xact_lock(hashtextextended('embed_origins', @department_id));

-- name: EmbedOriginsList :many
-- EmbedOriginsList lists the origins of a department that exists.
select o.* from embed_origins o join departments d on d.id = o.department_id
where o.department_id = @department_id and d.deleted_at is null order by o.origin limit @row_limit;

-- name: EmbedOriginInsert :one
-- EmbedOriginInsert adds an origin.
insert into embed_origins (department_id, origin, created_at) values (@department_id, @origin, @now) returning *;

-- name: EmbedOriginDelete :one
-- EmbedOriginDelete removes an origin and reports which it was.
delete from embed_origins where department_id = @department_id and id = @id returning origin;

-- name: EmbedDesignKind :one
-- EmbedDesignKind reads the kind of a design of the department.
select kind from designs where department_id = @department_id and id = @id;

-- name: EmbedGrantInsert :one
-- EmbedGrantInsert adds what opens a design maker.
insert into embed_grants (department_id, kind, secret_hash, design_id, design_kind, allowed_origin, scopes, locale, user_ref, api_key_id,
	user_id, session_id, created_at, expires_at)
values (@department_id, @kind, sqlc.narg(secret_hash), sqlc.narg(design_id), @design_kind, @allowed_origin, @scopes, @locale, @user_ref,
	sqlc.narg(api_key_id), sqlc.narg(user_id), sqlc.narg(session_id), @now, @expires_at)
returning *;

-- name: EmbedTokensReplace :exec
-- EmbedTokensReplace ends the standing tokens of a design: it gets a new one.
update embed_grants set expires_at = @now
where department_id = @department_id and design_id = @design_id::bigint and kind = 'token' and expires_at > @now;

-- name: EmbedGrantLock :one
-- EmbedGrantLock finds and holds what a secret belongs to, used or not.
select * from embed_grants where secret_hash = @secret_hash::bytea for update;

-- name: EmbedGrantDepartment :one
-- EmbedGrantDepartment tells whose a secret is while it opens something.
select department_id from embed_grants where secret_hash = @secret_hash::bytea and expires_at > @now and (kind = 'token' or used_at is null);

-- name: EmbedGrantUsed :exec
-- EmbedGrantUsed notes that a grant has opened a design maker.
update embed_grants set used_at = @now where department_id = @department_id and id = @id;

-- name: EmbedSessionInsert :one
-- EmbedSessionInsert opens a design maker.
insert into embed_sessions (department_id, grant_id, created_at) values (@department_id, @grant_id, @now) returning *;

-- name: EmbedSessionsEnd :exec
-- EmbedSessionsEnd ends every design maker that a grant opened, or one of them.
update embed_sessions set ended_at = @now
where department_id = @department_id and grant_id = @grant_id and (@only_id::bigint = 0 or id = @only_id::bigint) and ended_at is null;

-- name: EmbedTokenInsert :exec
-- EmbedTokenInsert adds a short-lived secret of an opened design maker.
insert into embed_tokens (token_hash, department_id, session_id, kind, expires_at)
values (@token_hash, @department_id, @session_id, @kind, @expires_at);

-- name: EmbedRefreshLock :one
-- EmbedRefreshLock finds and holds a refresh, used or not.
select sqlc.embed(t), sqlc.embed(s) from embed_tokens t join embed_sessions s on s.id = t.session_id and s.department_id = t.department_id
where t.token_hash = @token_hash and t.kind = 'refresh' for update;

-- name: EmbedTokenUsed :exec
-- EmbedTokenUsed notes that a refresh was used.
update embed_tokens set used_at = @now where department_id = @department_id and token_hash = @token_hash;

-- name: EmbedResolve :one
-- EmbedResolve finds what a bearer opens, while everything it hangs on still holds: its session, the department, the key or the member
-- who let it in, the page it stands in, and the switch for long-lived authorizations. role is what the member may do by now.
select s.id as session_id, sqlc.embed(g),
	coalesce((select member_role(m.department_id, m.user_id, m.role) from memberships m where m.user_id = g.user_id and m.department_id = g.department_id), '')::text as role
from embed_tokens t
	join embed_sessions s on s.id = t.session_id and s.department_id = t.department_id and s.ended_at is null
	join embed_grants g on g.id = s.grant_id and g.department_id = t.department_id
	join departments d on d.id = t.department_id and d.deleted_at is null and d.archived_at is null
where t.token_hash = @token_hash and t.kind = 'bearer' and t.expires_at > @now
	and (g.api_key_id is null or exists (select from api_keys k where k.id = g.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > @now)))
	and exists (select from embed_origins o
		where o.department_id = g.department_id and (g.allowed_origin = '' or o.origin = g.allowed_origin))
	and (g.kind <> 'plain' or exists (select from embed_settings e where e.department_id = g.department_id and e.plain_contract));

-- name: EmbedGrantsDeleteExpired :execrows
-- EmbedGrantsDeleteExpired removes grants together with the design makers they opened, which are over by now.
delete from embed_grants where expires_at < @before;
