create index concurrently if not exists credentials_words_idx on credentials using gin (recipient_name gin_trgm_ops, recipient_email gin_trgm_ops);

-- next step
create or replace function credential_candidates(
	p_term text, p_name text, p_email text, p_exact text, p_id bigint, p_uuid uuid, p_most integer
) returns bigint[] language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
	found bigint[];
	question text := 'select array(select c.id from credentials c where c.department_id = $1 and c.state <> ''deleted''';
begin
	if p_term is not null then
		question := question || format(' and (c.recipient_name ilike %1$L or c.recipient_email ilike %1$L', p_term)
			|| format(' or c.license_id = %1$L or c.encoded_id = %1$L', p_exact)
			|| case when p_id is null then '' else format(' or c.id = %s', p_id) end
			|| case when p_uuid is null then '' else format(' or c.uuid = %L', p_uuid) end || ')';
	end if;
	if p_name is not null then question := question || format(' and c.recipient_name ilike %L', p_name); end if;
	if p_email is not null then question := question || format(' and c.recipient_address = lower(%L)', p_email); end if;
	execute question || ' limit $2)' into found using app_department(), p_most + 1;
	return case when cardinality(found) <= p_most then found end;
end $$;

-- next step
drop index concurrently if exists credentials_folded_idx;

-- next step
drop function folded;
