-- What a credential renews, and the newest one that renews it, for the queries that read one credential. The planner puts the body of the
-- function in the place of the call, so that the policies of the caller hold and an index serves each part.
create function credential_related(of_department bigint, of_credential bigint, supersedes bigint)
returns table (id bigint, uuid uuid, state text, private boolean, private_key text, newer boolean) language sql stable as $$
	select r.id, r.uuid, r.state, r.private, r.private_key, false from credentials r
	where r.department_id = of_department and r.id = supersedes and r.state <> 'deleted'
	union all
	(select r.id, r.uuid, r.state, r.private, r.private_key, true from credentials r
	where r.department_id = of_department and r.supersedes_id = of_credential and r.state <> 'deleted'
	order by r.id desc limit 1)
$$;
