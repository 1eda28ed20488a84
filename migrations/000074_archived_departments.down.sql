create or replace function member_role(of_department bigint, of_user bigint, own_role text) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
	select own_role || coalesce(string_agg(';' || p.id || ':' || p.level || ':' || p.permissions || ':' || case p.scope when 'all' then '*' else coalesce((
		select string_agg(found.id::text, ',' order by found.id) from (
			select unnest(case p.scope when 'groups' then p.targets end)::bigint where p.scope = 'groups'
			union select g.id from groups g where p.scope = 'tags' and g.department_id = p.department_id and g.tags && p.targets
			union select c.group_id from collection_groups c where p.scope = 'collections' and c.department_id = p.department_id
				and c.collection_id in (select unnest(case p.scope when 'collections' then p.targets end)::uuid)
		) found (id)), '0') end, '' order by p.id), '')
	from permission_group_members m join permission_groups p on p.department_id = m.department_id and p.id = m.permission_group_id
	where m.department_id = of_department and m.user_id = of_user
$$;

-- next step

alter table departments drop column archived_at;
