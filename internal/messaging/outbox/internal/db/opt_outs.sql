-- name: OptOutInsert :execrows
-- OptOutInsert stops emails to addresses.
insert into mail_opt_outs (address, topic, department_id, created_at)
select a, @topic, @department_id, @now from unnest(@addresses::text[]) a on conflict do nothing;

-- name: OptOutDelete :execrows
-- OptOutDelete lets emails go to addresses again.
delete from mail_opt_outs where address = any(@addresses::text[]) and topic = @topic and department_id = @department_id;

-- name: OptOutList :many
-- OptOutList lists what was stopped for addresses.
select distinct topic, department_id from mail_opt_outs where address = any(@addresses::text[]) order by topic, department_id limit 1000;

-- name: OptOutCopy :exec
-- OptOutCopy stops for one address what was stopped for all departments for another.
insert into mail_opt_outs (address, topic, department_id, created_at)
select @to_address, o.topic, 0, @now from mail_opt_outs o where o.address = @from_address::text and o.department_id = 0 on conflict do nothing;
