-- The audit log stays append-only for the application, except that the details of records about an erased person can be removed. What was
-- done, when and by whom remains.
create or replace function audit_erase(p_department bigint, p_credentials bigint[], p_texts text[])
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
	update audit_events e set details = '{"erased": true}', ip = case when e.recipient_id is null then e.ip else '' end
	where e.department_id = p_department and (
		e.object_kind = 'credential' and e.object_id = any (p_credentials::text[])
		or e.details <> '{}' and exists (select from unnest(p_texts) t where position(lower(t) in lower(e.details::text)) > 0))
$$;
revoke all on function audit_erase(bigint, bigint[], text[]) from public;
grant execute on function audit_erase(bigint, bigint[], text[]) to laurel_app;
