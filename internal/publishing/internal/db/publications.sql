-- name: PublicationInsert :one
-- PublicationInsert begins a publication.
insert into publications (department_id, uuid, send_email, input_count, created_by, api_key_id, created_at)
values ($1, $2, $3, $4, $5, $6, $7) returning id;

-- name: PublicationItemsInsert :exec
-- PublicationItemsInsert notes what is to be published; ids that are not the department's are left out.
insert into publication_items (publication_id, department_id, credential_id)
select @publication_id, @department_id, c.id from credentials c
where c.department_id = @department_id and c.id = any(@credential_ids::bigint[]);

-- name: PublicationItemsOpen :many
-- PublicationItemsOpen takes the next items that no other process works on.
select credential_id from publication_items
where publication_id = @publication_id and outcome is null
order by credential_id limit @row_limit for update skip locked;

-- name: PublicationItemsClose :exec
-- PublicationItemsClose notes the outcome of items.
update publication_items set outcome = x.outcome
from (select unnest(@credential_ids::bigint[]) as id, unnest(@outcomes::text[]) as outcome) x
where publication_id = @publication_id and credential_id = x.id;

-- name: PublicationAdvance :exec
-- PublicationAdvance adds to the counts.
update publications set published_count = published_count + @published, refused_count = refused_count + @refused
where department_id = @department_id and id = @id;

-- name: PublicationFinish :exec
-- PublicationFinish ends a publication that has no open item.
update publications p set finished_at = @now
where p.department_id = @department_id and p.id = @id and p.finished_at is null
	and not exists (select 1 from publication_items i where i.publication_id = p.id and i.outcome is null);

-- name: PublicationRead :one
-- PublicationRead reads by uuid.
select * from publications where department_id = $1 and uuid = $2;

-- name: PublicationByID :one
-- PublicationByID reads what its job works on.
select * from publications where department_id = $1 and id = $2;

-- name: PublicationRefusals :many
-- PublicationRefusals lists what was not published and why.
select i.credential_id, i.outcome::text as reason, c.recipient_name from publication_items i
join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and i.publication_id = @publication_id and i.outcome <> 'published'
order by i.credential_id limit 100;
