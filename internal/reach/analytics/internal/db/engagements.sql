-- name: EngagementNote :exec
-- EngagementNote notes how far people went with credentials, where nobody went as far before. No credential is named twice.
insert into credential_engagements as e (credential_id, department_id, level, reached_at)
select c.id, c.department_id, n.level, @now::timestamptz
from (select unnest(@credential_ids::bigint[]) as id, unnest(@levels::smallint[]) as level) n
join credentials c on c.id = n.id
where not exists (select from credential_engagements x where x.credential_id = c.id and x.level >= n.level)
order by c.id
on conflict (credential_id) do update set level = excluded.level, reached_at = excluded.reached_at where e.level < excluded.level;

-- name: EngagementNoteByPage :exec
-- EngagementNoteByPage does so for what a browser says of the page it shows. Of a private credential that counts only after somebody
-- opened it with its key. The people of its own department do not count.
insert into credential_engagements as e (credential_id, department_id, level, reached_at)
select c.id, c.department_id, @level::smallint, @now::timestamptz from credentials c
where (c.uuid = sqlc.narg('uuid')::uuid or c.encoded_id = @ref::text) and c.state not in ('draft', 'scheduled', 'deleted')
	and c.department_id is distinct from sqlc.narg('staff_of')::bigint
	and (not c.private or exists (select from credential_engagements x where x.credential_id = c.id))
on conflict (credential_id) do update set level = excluded.level, reached_at = excluded.reached_at where e.level < excluded.level;
