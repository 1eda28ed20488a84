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
drop table if exists badges_to_sign;
drop index if exists status_entries_credential_idx, status_entries_current_key;
select set_config('app.system', 'on', true);
-- One entry of each credential remains; the positions of the others stay taken.
update status_entries e set credential_id = null
where e.superseded_at is not null
	and exists (select from status_entries n where n.department_id = e.department_id and n.credential_id = e.credential_id and n.ctid <> e.ctid
		and (n.superseded_at is null or n.superseded_at > e.superseded_at));
select set_config('app.system', '', true);
revoke update (superseded_at) on status_entries from laurel_app;
alter table status_entries drop column superseded_at, add constraint status_entries_credential_key unique (department_id, credential_id);
alter table status_lists drop column valid_until;
