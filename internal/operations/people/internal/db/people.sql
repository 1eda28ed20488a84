-- name: PeopleCandidates :one
-- PeopleCandidates finds the credentials with the words of a search, or null if there are more than most.
select credential_candidates(@term::text, null, null, @exact::text, sqlc.narg('id')::bigint, sqlc.narg('uuid')::uuid, @most::integer)::bigint[] as ids;

-- name: PersonNewest :one
-- PersonNewest finds the newest credential of an address.
select c.id from credentials c
where c.department_id = @department_id and c.recipient_address = lower(@email::text) and c.state <> 'deleted'
order by c.id desc limit 1;

-- name: PeopleRead :many
-- PeopleRead reads the people who hold the given credentials, in the order of those, with what all their credentials have in common. 'epoch' stands for
-- never.
select p.uuid, c.recipient_address, p.name, p.names::text[] as names, p.external_ids::text[] as external_ids, p.credential_count, p.issued_count,
	p.last_issued_at, p.last_opened_at, p.email_problem
from unnest(@ids::bigint[]) with ordinality as i(id, place)
	join credentials c on c.id = i.id and c.department_id = @department_id
	cross join lateral (
		select (array_agg(a.uuid order by a.id desc))[1]::uuid as uuid, (array_agg(a.recipient_name order by a.id desc))[1]::text as name,
			count(*) as credential_count, count(*) filter (where a.published_at is not null) as issued_count,
			coalesce(max(a.published_at), 'epoch')::timestamptz as last_issued_at, coalesce(max(e.reached_at), 'epoch')::timestamptz as last_opened_at,
			coalesce((array_agg(a.mail_problem order by a.id desc) filter (where a.mail_problem is not null))[1], '')::text as email_problem,
			(array(select n from unnest(array_agg(distinct a.recipient_name)) n order by n limit @max_names::integer)) as names,
			(array(select n from unnest(array_agg(distinct a.recipient_id) filter (where a.recipient_id is not null)) n order by n limit @max_names::integer)) as external_ids
		from credentials a
			left join credential_engagements e on e.credential_id = a.id and e.level >= @opened::smallint
		where a.department_id = @department_id and a.recipient_address = c.recipient_address and a.state <> 'deleted'
	) p
order by i.place;

-- name: PersonCredentials :many
-- PersonCredentials locks everything of an address, deleted or not, tests as well.
select c.id, c.recipient_name from credentials c where c.department_id = @department_id and c.recipient_address = lower(@email::text) order by c.id for update;

-- name: PersonCredentialIDs :many
-- PersonCredentialIDs lists the credentials of an address.
select c.id from credentials c
where c.department_id = @department_id and c.recipient_address = lower(@email::text) and c.state <> 'deleted' order by c.id limit 10000;
