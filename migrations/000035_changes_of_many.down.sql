alter function webhook_tell_credentials() reset enable_nestloop;
create or replace function status_lists_move_on() returns trigger language plpgsql as $$
begin
	update status_lists l set version = l.version + 1
	from (
		select distinct e.department_id, e.number
		from now_rows n
		join was_rows w on w.id = n.id and (withheld(w.state) <> withheld(n.state) or (w.revoked_at is null) <> (n.revoked_at is null))
		join status_entries e on e.department_id = n.department_id and e.credential_id = n.id
	) moved
	where l.department_id = moved.department_id and l.number = moved.number;
	return null;
end $$;
