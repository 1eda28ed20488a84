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
-- PublicationItemsClose notes the outcomes of items, which stand under the numbers of their credentials, and adds to the counts. Items between
-- the first and the last are looked at, so that the index is used whatever the planner believes of a table that has just grown.
with closed as (
	update publication_items set outcome = @outcomes::jsonb ->> credential_id::text
	where publication_id = @publication_id and credential_id between @first::bigint and @last::bigint
		and (@outcomes::jsonb -> credential_id::text) is not null
)
update publications p set published_count = p.published_count + @published, refused_count = p.refused_count + @not_published,
	undone_count = p.undone_count + @undone
where p.department_id = @department_id and p.id = @publication_id;

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

-- name: PublicationCancelOpen :one
-- PublicationCancelOpen gives up what was not published yet, ends the publication, and returns how many were given up.
with open as (
	update publication_items set outcome = 'cancelled' where publication_id = @id and outcome is null returning 1
)
update publications p set finished_at = coalesce(p.finished_at, @now::timestamptz), hold_until = sqlc.narg('hold_until'),
	refused_count = p.refused_count + (select count(*) from open)
where p.department_id = @department_id and p.id = @id
returning (select count(*) from open)::integer as given_up;

-- name: PublicationItemsPublished :many
-- PublicationItemsPublished lists what a publication published and was not taken back, in the order of numbers.
select credential_id from publication_items
where publication_id = @publication_id and outcome = 'published'
order by credential_id limit @row_limit;

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

-- name: PublicationItemList :many
-- PublicationItemList lists what came of the credentials of a publication, or of those that were published if it is being undone.
select i.credential_id, coalesce(i.outcome, '')::text as result, c.recipient_name, c.recipient_email, c.uuid
from publication_items i join credentials c on c.department_id = i.department_id and c.id = i.credential_id
where i.department_id = @department_id and i.publication_id = @publication_id and (not @undo::boolean or i.outcome in ('published', 'undone', 'kept'))
	and (@outcome::text = '' or @outcome = case when i.outcome is null or @undo and i.outcome = 'published' then 'waiting'
		when @undo and i.outcome = 'kept' then 'unchanged' when i.outcome in ('published', 'undone', 'kept') then 'done' else 'refused' end)
order by i.credential_id limit @row_limit offset @row_offset;
