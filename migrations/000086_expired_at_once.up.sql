-- When a program ended a credential before its last day was over; null: it lasts through expired_on.
alter table credentials add column expired_at timestamptz;

-- Keeps the lists up to date whatever statement changes a credential. A change of state moves the version of its lists. A change of what a
-- badge or document says also supersedes the entry of the version before; how the group, the designs and the evidence look is not part of it.
create or replace function status_lists_move_on() returns trigger language plpgsql as $$
begin
	with changed as materialized (
		select r.department_id, r.id, min(r.facts) <> max(r.facts) as corrected
		from (
			select x.department_id, x.id, withheld(x.state) as withheld,
				hash_record_extended(row(x.recipient_name, x.recipient_address, x.license_id, x.name, x.description, x.issued_on, x.expired_on, x.expired_at, x.grade,
					x.custom_attributes, (x.snapshot -> 'group') - 'name' - 'course_link'), 0) as facts
			from (select * from was_rows union all select * from now_rows) x
			where x.published_at is not null
		) r
		group by 1, 2
		having bool_or(r.withheld) <> bool_and(r.withheld) or min(r.facts) <> max(r.facts)
	), entries as (
		select e.department_id, e.number, e.position, c.corrected and e.superseded_at is null as replaced
		from changed c join status_entries e on e.department_id = c.department_id and e.credential_id = c.id
	), superseded as (
		update status_entries e set superseded_at = now()
		from entries n where n.replaced and e.department_id = n.department_id and e.number = n.number and e.position = n.position
	)
	update status_lists l set version = l.version + 1
	from (select distinct department_id, number from entries) moved
	where l.department_id = moved.department_id and l.number = moved.number;
	return null;
end $$;
