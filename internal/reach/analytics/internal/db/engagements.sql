-- name: EngagementNote :exec
-- EngagementNote records visits: how far people went with credentials, and how often their pages were viewed. No credential is named twice.
insert into credential_engagements as e (credential_id, department_id, level, reached_at, view_count)
select c.id, c.department_id, n.level, @now::timestamptz, n.view_count
from (select unnest(@credential_ids::bigint[]) as id, unnest(@levels::smallint[]) as level, unnest(@view_counts::integer[]) as view_count) n
join credentials c on c.id = n.id
where n.view_count > 0 or not exists (select from credential_engagements x where x.credential_id = c.id and x.level >= n.level)
order by c.id
on conflict (credential_id) do update set level = greatest(e.level, excluded.level), view_count = e.view_count + excluded.view_count,
	reached_at = case when e.level < excluded.level then excluded.reached_at else e.reached_at end;

-- name: VerificationNote :exec
-- VerificationNote counts a verification of a credential. The people of its own department do not count.
insert into credential_engagements as e (credential_id, department_id, level, reached_at, verification_count)
select c.id, c.department_id, @level::smallint, @now::timestamptz, 1 from credentials c
where (c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text) and c.state not in ('draft', 'scheduled', 'deleted')
	and c.department_id is distinct from sqlc.narg('staff_of')::bigint
on conflict (credential_id) do update set verification_count = e.verification_count + 1;

-- name: EngagementCounts :many
-- EngagementCounts reads how often a credential was viewed and verified; no row means never.
select view_count, verification_count from credential_engagements where department_id = @department_id and credential_id = @credential_id;

-- name: EngagementNoteByPage :exec
-- EngagementNoteByPage does so for what a browser says of the page it shows. Of a private credential that counts only after somebody
-- opened it with its key. The people of its own department do not count.
insert into credential_engagements as e (credential_id, department_id, level, reached_at)
select c.id, c.department_id, @level::smallint, @now::timestamptz from credentials c
where (c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text) and c.state not in ('draft', 'scheduled', 'deleted')
	and c.department_id is distinct from sqlc.narg('staff_of')::bigint
	and (not c.private or exists (select from credential_engagements x where x.credential_id = c.id))
on conflict (credential_id) do update set level = excluded.level, reached_at = excluded.reached_at where e.level < excluded.level;
