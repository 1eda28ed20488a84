-- name: PublicationInsert :one
-- PublicationInsert begins a publication, which holds its mails back as long as it says, else as its department does.
insert into publications (department_id, uuid, send_email, input_count, hold_minutes, created_by, api_key_id, created_at)
values (@department_id, @uuid, @send_email, @input_count,
	coalesce(sqlc.narg('hold_minutes')::integer, (select d.hold_minutes from departments d where d.id = @department_id)), @created_by, @api_key_id, @created_at)
returning id, hold_minutes;

-- name: PublicationItemsInsert :exec
-- PublicationItemsInsert notes what is to be published; ids that are not the department's are left out.
insert into publication_items (publication_id, department_id, credential_id)
select @publication_id, @department_id, c.id from credentials c
where without_index(c.department_id = @department_id) and c.id = any(@credential_ids::bigint[]);

-- name: PublicationItemsOpen :many
-- PublicationItemsOpen takes the next items that no other process works on.
select credential_id from publication_items
where publication_id = @publication_id and outcome is null
order by credential_id limit @row_limit for update skip locked;

-- name: PublicationItemsClose :exec
-- PublicationItemsClose notes the outcomes of items, which stand under the numbers of their credentials. Those between the first and the
-- last are looked at, so that the index is used whatever the planner believes of a table that has just grown.
update publication_items set outcome = @outcomes::jsonb ->> credential_id::text
where publication_id = @publication_id and credential_id between @first::bigint and @last::bigint
	and (@outcomes::jsonb -> credential_id::text) is not null;

-- name: PublicationAdvance :exec
-- PublicationAdvance adds to the counts.
update publications set published_count = published_count + @published, refused_count = refused_count + @refused
where department_id = @department_id and id = @id;

-- name: PublicationFinish :execrows
-- PublicationFinish ends a publication that has no open item; from then on counts how long it holds its mails back.
update publications p set finished_at = @now::timestamptz, hold_until = sqlc.narg('hold_until')
where p.department_id = @department_id and p.id = @id and p.finished_at is null
	and not exists (select 1 from publication_items i where i.publication_id = p.id and i.outcome is null);

-- name: PublicationRead :one
-- PublicationRead reads by uuid.
select * from publications where department_id = $1 and uuid = $2;

-- name: PublicationByID :one
-- PublicationByID reads what its jobs work on, one after the other: what is being undone is not published meanwhile.
select * from publications where department_id = $1 and id = $2 for no key update;

-- name: PublicationRefusals :many
-- PublicationRefusals lists what was not published and why.
select i.credential_id, i.outcome::text as reason, c.recipient_name from publication_items i
join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and i.publication_id = @publication_id and i.outcome not in ('published', 'undone', 'kept')
order by i.credential_id limit 100;

-- name: PublicationLock :one
-- PublicationLock reads by uuid and makes others who change the publication wait.
select * from publications where department_id = $1 and uuid = $2 for no key update;

-- name: PublicationSetUndone :exec
-- PublicationSetUndone notes that a publication is being undone from now on, and by whom.
update publications set undone_at = @now::timestamptz, undone_by = @user_id, undone_by_key = @api_key_id, undo_stop_reason = null, undo_finished_at = null
where department_id = @department_id and id = @id;

-- name: PublicationSetReleased :exec
-- PublicationSetReleased notes that the mails go out from now on.
update publications set released_at = @now::timestamptz, undone_at = null, undo_stop_reason = null where department_id = @department_id and id = @id and released_at is null;

-- name: PublicationCancelOpen :exec
-- PublicationCancelOpen gives up what was not published yet, and ends the publication.
with open as (
	update publication_items set outcome = 'cancelled' where publication_id = @id and outcome is null returning 1
)
update publications p set finished_at = coalesce(p.finished_at, @now::timestamptz), refused_count = p.refused_count + (select count(*) from open)
where p.department_id = @department_id and p.id = @id;

-- name: PublicationItemsPublished :many
-- PublicationItemsPublished lists what a publication published, after one, in the order of numbers.
select credential_id from publication_items
where publication_id = @publication_id and outcome = 'published' and credential_id > @after
order by credential_id limit @row_limit;

-- name: PublicationAdvanceUndo :exec
-- PublicationAdvanceUndo adds to the count of what was taken back.
update publications set undone_count = undone_count + @undone where department_id = @department_id and id = @id;

-- name: PublicationFinishUndo :exec
-- PublicationFinishUndo ends the undoing.
update publications set undo_finished_at = @now::timestamptz where department_id = @department_id and id = @id and undo_finished_at is null;

-- name: PublicationStop :exec
-- PublicationStop notes why a publication ends before all is published. What is open stays open, so that it can be resumed.
update publications set stop_reason = @reason::text, finished_at = @now::timestamptz, hold_until = sqlc.narg('hold_until')
where department_id = @department_id and id = @id;

-- name: PublicationResume :exec
-- PublicationResume has somebody else go on with a stopped publication.
update publications set stop_reason = null, finished_at = null, hold_until = null, created_by = sqlc.narg('created_by'), api_key_id = sqlc.narg('api_key_id')
where department_id = @department_id and id = @id;

-- name: PublicationStopUndo :exec
-- PublicationStopUndo notes why an undo ends before all is undone.
update publications set undo_stop_reason = @reason::text, undo_finished_at = @now::timestamptz where department_id = @department_id and id = @id;
