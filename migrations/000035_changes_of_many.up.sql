-- What looks at a change of many rows compares those before with those after. The planner takes either for a single row, and would hold
-- each against each: 250,000 comparisons for 500 credentials. So the lists put both together and sort them, and the events join them by
-- a hash.
create or replace function status_lists_move_on() returns trigger language plpgsql as $$
begin
	update status_lists l set version = l.version + 1
	from (
		select distinct e.department_id, e.number
		from (
			select r.department_id, r.id
			from (
				select department_id, id, withheld(state) as withheld, revoked_at is not null as revoked from was_rows
				union all
				select department_id, id, withheld(state), revoked_at is not null from now_rows
			) r
			group by 1, 2
			having bool_or(r.withheld) <> bool_and(r.withheld) or bool_or(r.revoked) <> bool_and(r.revoked)
		) c
		join status_entries e on e.department_id = c.department_id and e.credential_id = c.id
	) moved
	where l.department_id = moved.department_id and l.number = moved.number;
	return null;
end $$;
alter function webhook_tell_credentials() set enable_nestloop = off;
