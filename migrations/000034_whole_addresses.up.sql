-- An erasure recognised an address wherever its letters were, so that erasing ann@x.org also emptied what names joann@x.org. A newline or
-- another character that JSON escapes may precede the address, in which case the escape's letter is no part of it.
create or replace function names_address(t text, address text) returns boolean language sql immutable parallel safe as $$
	select case when position(lower(address) in lower(t)) = 0 then false
		else lower(t) ~ ('((?<![[:alnum:]._%+-])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))' || regexp_replace(lower(address), '([]^$*+?(){}|\\.[-])', '\\\1', 'g')
			|| '(?![[:alnum:]-]|\.[[:alnum:]])') end
$$;

-- Names are given as JSON strings, in quotes; everything else is an address.
create or replace function audit_erase(p_department bigint, p_credentials bigint[], p_texts text[])
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
	update audit_events e set details = '{"erased": true}', ip = case when e.recipient_id is null then e.ip else '' end
	where e.department_id = p_department and (
		e.object_kind = 'credential' and e.object_id = any (p_credentials::text[])
		or e.details <> '{}' and exists (select from unnest(p_texts) t where case when t like '"%"' then position(lower(t) in lower(e.details::text)) > 0
			else names_address(e.details::text, t) end))
$$;
