create or replace function audit_erase(p_department bigint, p_credentials bigint[], p_texts text[])
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
	update audit_events e set details = '{"erased": true}', ip = case when e.recipient_id is null then e.ip else '' end
	where e.department_id = p_department and (
		e.object_kind = 'credential' and e.object_id = any (p_credentials::text[])
		or e.details <> '{}' and exists (select from unnest(p_texts) t where position(lower(t) in lower(e.details::text)) > 0))
$$;
drop function if exists names_address(text, text);
