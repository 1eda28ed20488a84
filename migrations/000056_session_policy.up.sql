-- How long sessions of the members of a department last, beside the limits of the installation, and from where they may use it. null: no
-- limit of its own; an empty list: from anywhere.
alter table departments
	add column session_idle_hours integer constraint departments_session_idle_hours_check check (session_idle_hours between 1 and 8760),
	add column session_hours integer constraint departments_session_hours_check check (session_hours between 1 and 8760),
	add column allowed_networks cidr[] not null default '{}' constraint departments_allowed_networks_check check (cardinality(allowed_networks) <= 100);

-- session_ends returns when a session ends unless it is used again: at the latest at its own end, and by the shortest limits of its
-- user's departments, or of the one department that it is bound to.
create function session_ends(of_user bigint, only_department bigint, begun timestamptz, seen timestamptz, own_end timestamptz) returns timestamptz
language sql stable set search_path = pg_catalog, public, pg_temp as $$
	select least(own_end, min(begun + make_interval(hours => d.session_hours)), min(seen + make_interval(hours => d.session_idle_hours)))
	from memberships m join departments d on d.id = m.department_id
	where m.user_id = of_user and d.deleted_at is null and (only_department is null or m.department_id = only_department)
$$;
