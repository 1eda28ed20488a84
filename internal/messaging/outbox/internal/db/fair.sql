-- name: MailLaneNext :one
-- MailLaneNext locks the job of the department that waited longest for its emails, if that is longer than one waited. Only jobs that another
-- process could begin are looked at.
select j.id, j.args, m.department_id::bigint as department_id
from (select r.id, r.args, r.scheduled_at from river_job r where r.state = 'available' and r.kind = 'mail.deliver_many'
	order by r.priority, r.scheduled_at, r.id limit 10000) w
join river_job j on j.id = w.id
join mails m on m.id = (w.args -> 'mail_ids' ->> 0)::bigint
left join mail_lanes l on l.department_id = m.department_id
where j.state = 'available' and m.department_id <> @department_id::bigint
	and coalesce(l.served_at, '-infinity') < coalesce((select o.served_at from mail_lanes o where o.department_id = @department_id::bigint), '-infinity')
order by coalesce(l.served_at, '-infinity'), w.scheduled_at, w.id limit 1 for update of j skip locked;

-- name: MailLaneServe :exec
-- MailLaneServe records that emails of a department are handed over now.
insert into mail_lanes (department_id, served_at) values (@department_id, clock_timestamp())
on conflict (department_id) do update set served_at = excluded.served_at;

-- name: MailLaneOf :one
-- MailLaneOf finds the department of an email.
select coalesce(department_id, 0)::bigint as department_id from mails where id = @id;
