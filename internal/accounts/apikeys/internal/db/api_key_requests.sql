-- name: APIKeyRequestsInsert :exec
-- APIKeyRequestsInsert keeps what keys asked for; of departments and keys that are gone, nothing.
insert into api_key_requests (department_id, api_key_id, method, path, status, milliseconds, request_id, code, ip, at)
select k.department_id, k.id, r.method, r.path, r.status, r.milliseconds, r.request_id, r.code, r.ip, r.at
from (select generate_subscripts(@ids::bigint[], 1) as nth, unnest(@ids::bigint[]) as id, unnest(@methods::text[]) as method, unnest(@paths::text[]) as path, unnest(@statuses::integer[]) as status,
	unnest(@milliseconds::integer[]) as milliseconds, unnest(@request_ids::text[]) as request_id, unnest(@codes::text[]) as code,
	unnest(@ips::text[]) as ip, unnest(@ats::timestamptz[]) as at) r
join api_keys k on k.id = r.id order by r.nth;

-- name: APIKeyRequestsList :many
-- APIKeyRequestsList lists what a key asked for, the newest first.
select * from api_key_requests
where department_id = @department_id and api_key_id = @api_key_id
	and (sqlc.narg(method)::text is null or method = sqlc.narg(method))
	and (sqlc.narg(path)::text is null or strpos(lower(path), lower(sqlc.narg(path))) > 0)
	and status between @least_status and @most_status
	and (sqlc.narg(since)::timestamptz is null or at >= sqlc.narg(since))
	and (sqlc.narg(before)::timestamptz is null or at < sqlc.narg(before))
order by id desc limit @row_limit offset @row_offset;

-- name: APIKeyRequestsCount :one
-- APIKeyRequestsCount counts what a key asked for.
select count(*) from api_key_requests
where department_id = @department_id and api_key_id = @api_key_id
	and (sqlc.narg(method)::text is null or method = sqlc.narg(method))
	and (sqlc.narg(path)::text is null or strpos(lower(path), lower(sqlc.narg(path))) > 0)
	and status between @least_status and @most_status
	and (sqlc.narg(since)::timestamptz is null or at >= sqlc.narg(since))
	and (sqlc.narg(before)::timestamptz is null or at < sqlc.narg(before));

-- name: APIKeyRequestsDeleteOld :execrows
-- APIKeyRequestsDeleteOld removes some of what was asked for before an instant.
delete from api_key_requests where id in (select r.id from api_key_requests r where r.at < @before order by r.at limit @row_limit);

-- name: APIKeyRequestsTrim :execrows
-- APIKeyRequestsTrim removes what keys asked for beyond the newest so many of each. Where that ends is looked up once for each key:
-- looked up for each request, a key with many would keep the database busy for hours.
with last as materialized (
	select k.id as key_id, (select o.id from api_key_requests o where o.api_key_id = k.id order by o.id desc limit 1 offset @kept) as oldest
	from api_keys k
)
delete from api_key_requests r using last where last.oldest is not null and r.api_key_id = last.key_id and r.id <= last.oldest;
