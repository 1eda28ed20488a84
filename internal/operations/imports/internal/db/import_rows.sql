-- name: ImportRowsInsert :exec
-- ImportRowsInsert keeps rows as they stand in the file.
insert into import_rows (import_id, department_id, number, cells)
select @import_id, @department_id, (x.v ->> 'n')::integer, x.v -> 'c' from (select jsonb_array_elements(@rows::jsonb) as v) x;

-- name: ImportRowsDelete :exec
-- ImportRowsDelete forgets the rows of an earlier reading.
delete from import_rows where department_id = @department_id and import_id = @import_id;

-- name: ImportRowsFirst :many
-- ImportRowsFirst lists the first rows of the file, the header among them.
select * from import_rows where department_id = @department_id and import_id = @import_id order by number limit @row_limit;

-- name: ImportRowsToCheck :many
-- ImportRowsToCheck lists rows that count and follow one in the file.
select number, cells from import_rows
where department_id = @department_id and import_id = @import_id and number > @after and not excluded order by number limit @row_limit;

-- name: ImportRowsForget :exec
-- ImportRowsForget takes back what an earlier check found.
update import_rows set errors = 0, warnings = 0, problems = '[]'
where department_id = @department_id and import_id = @import_id and (errors > 0 or warnings > 0);

-- name: ImportRowsProblems :exec
-- ImportRowsProblems notes what is wrong with rows, which stand under their numbers. Those between the first and the last are looked at,
-- so that the index is used whatever the planner believes of a table that has just grown.
update import_rows r set errors = (@rows::jsonb -> r.number::text ->> 'errors')::smallint,
	warnings = (@rows::jsonb -> r.number::text ->> 'warnings')::smallint, problems = @rows::jsonb -> r.number::text -> 'problems'
where r.department_id = @department_id and r.import_id = @import_id and r.number between @first::integer and @last::integer
	and (@rows::jsonb -> r.number::text) is not null;

-- name: ImportRowRead :one
-- ImportRowRead reads one row.
select * from import_rows where department_id = @department_id and import_id = @import_id and number = @number;

-- name: ImportRowMend :exec
-- ImportRowMend writes the cells of a row anew.
update import_rows set cells = @cells, excluded = @excluded where department_id = @department_id and import_id = @import_id and number = @number;

-- name: ImportRowsWithCell :many
-- ImportRowsWithCell lists rows that have one of these texts in a column, whatever their case.
select number, cells from import_rows
where department_id = @department_id and import_id = @import_id and number > @header and not excluded
	and lower(btrim(cells ->> @index::integer)) = any(@texts::text[])
order by number limit @row_limit;

-- name: ImportRowsList :many
-- ImportRowsList lists rows by how they stand.
select * from import_rows r
where department_id = @department_id and import_id = @import_id and number > @header
	and (case @status::text
		when 'error' then errors > 0 and not excluded
		when 'warning' then warnings > 0 and errors = 0 and not excluded
		when 'good' then errors = 0 and warnings = 0 and not excluded
		when 'excluded' then excluded
		when 'all' then true
		else outcome = @status end)
	and (sqlc.narg('problem')::jsonb is null or ((errors > 0 or warnings > 0) and problems @> sqlc.narg('problem')))
order by number limit @row_limit offset @row_offset;

-- name: ImportRowsCount :one
-- ImportRowsCount counts them.
select count(*) from import_rows r
where department_id = @department_id and import_id = @import_id and number > @header
	and (case @status::text
		when 'error' then errors > 0 and not excluded
		when 'warning' then warnings > 0 and errors = 0 and not excluded
		when 'good' then errors = 0 and warnings = 0 and not excluded
		when 'excluded' then excluded
		when 'all' then true
		else outcome = @status end)
	and (sqlc.narg('problem')::jsonb is null or ((errors > 0 or warnings > 0) and problems @> sqlc.narg('problem')));

-- name: ImportRowsTally :one
-- ImportRowsTally counts rows by how they stand.
select count(*)::integer as total, (count(*) filter (where excluded))::integer as excluded,
	(count(*) filter (where errors > 0 and not excluded))::integer as errors,
	(count(*) filter (where warnings > 0 and errors = 0 and not excluded))::integer as warnings
from import_rows where department_id = @department_id and import_id = @import_id and number > @header;

-- name: ImportProblemsTally :many
-- ImportProblemsTally counts rows by what is wrong with them.
select (p.v ->> 'code')::text as code, (p.v ->> 'severity')::text as severity, count(distinct r.number)::integer as rows
from import_rows r, jsonb_array_elements(r.problems) as p(v)
where r.department_id = @department_id and r.import_id = @import_id and (r.errors > 0 or r.warnings > 0) and not r.excluded and r.number > @header
group by 1, 2 order by 2, 3 desc, 1;

-- name: ImportRowsSkip :execrows
-- ImportRowsSkip ends the rows that are not to be imported.
update import_rows set outcome = 'skipped'
where department_id = @department_id and import_id = @import_id and number > @header and outcome is null and (excluded or errors > 0);

-- name: ImportRowsOpen :many
-- ImportRowsOpen takes the next rows that are to be imported.
select number, cells from import_rows
where department_id = @department_id and import_id = @import_id and number > @header and outcome is null order by number limit @row_limit for update;

-- name: ImportRowsClose :exec
-- ImportRowsClose notes what became of rows, which stand under their numbers as in ImportRowsProblems.
update import_rows r set outcome = @rows::jsonb -> r.number::text ->> 'outcome', reason = @rows::jsonb -> r.number::text -> 'reason',
	credential_id = nullif((@rows::jsonb -> r.number::text ->> 'credential_id')::bigint, 0)
where r.department_id = @department_id and r.import_id = @import_id and r.number between @first::integer and @last::integer
	and (@rows::jsonb -> r.number::text) is not null;

-- name: ImportDrafts :many
-- ImportDrafts lists what an import made or changed and is not issued yet.
select c.id from import_rows r cross join lateral (
	select d.id from credentials d where d.id = r.credential_id and without_index(d.department_id = r.department_id) and d.state = 'draft' offset 0) c
where without_index(r.department_id = @department_id) and r.import_id = @import_id and r.outcome in ('created', 'updated')
order by c.id;

-- name: ImportRowsToUndo :many
-- ImportRowsToUndo takes the next rows whose credentials are to be taken back.
select r.number, r.credential_id::bigint as credential_id, c.state from import_rows r
join credentials c on without_index(c.department_id = r.department_id) and c.id = r.credential_id
where r.department_id = @department_id and r.import_id = @import_id and r.outcome = 'created' and r.undone is null
order by r.number limit @row_limit for update of r;

-- name: ImportRowsUndone :exec
-- ImportRowsUndone notes how that went, under their numbers as in ImportRowsProblems.
update import_rows r set undone = @hows::jsonb ->> r.number::text
where r.department_id = @department_id and r.import_id = @import_id and r.number between @first::integer and @last::integer
	and (@hows::jsonb -> r.number::text) is not null;

-- name: ImportUndoTally :many
-- ImportUndoTally counts rows by how their undoing went.
select undone::text as how, count(*)::integer as rows from import_rows
where department_id = @department_id and import_id = @import_id and undone is not null group by 1;

-- name: ImportRowsBad :many
-- ImportRowsBad lists rows that were or will be left out because of errors, and those that failed.
select number, cells, problems, reason from import_rows
where department_id = @department_id and import_id = @import_id and number > @after and not excluded and (errors > 0 or outcome = 'failed')
order by number limit @row_limit;
