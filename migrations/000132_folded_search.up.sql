-- folded is what a text is searched by: without case, accents, vowel signs and width, with Latin, Cyrillic and Greek letters as plain
-- Latin ones, and Arabic letters and digits in their plain form. Most names are ASCII, for which lower() does. normalize() splits
-- letters from their marks (Unicode form NFKD), so that a class of marks can be dropped.
create function folded(t text) returns text language sql immutable parallel safe as $$
	select case when octet_length(t) = char_length(t) then lower(t) else lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
		translate(regexp_replace(normalize(t, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]', '', 'g'),
			'øØłŁđĐðÐıħĦŋŊĸŧŦаАбБвВгГдДеЕзЗиИкКлЛмМнНоОпПрРсСтТуУфФхХыЫэЭіІґҐјЈєЄђЂћЋαΑβΒγΓδΔεΕζΖηΗιΙκΚλΛμΜνΝξΞοΟπΠρΡσΣςτΤυΥφΦωΩىةکیھٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ъЪьЬ',
			'oollddddihhnnkttaabbvvggddeezziikkllmmnnoopprrssttuuffhhyyeeiiggjjeeddccaabbggddeezziiiikkllmmnnxxoopprrsssttyyffooيهكيها01234567890123456789'),
		'ж', 'zh'), 'Ж', 'zh'), 'ц', 'ts'), 'Ц', 'ts'), 'ч', 'ch'), 'Ч', 'ch'), 'ш', 'sh'),
		'Ш', 'sh'), 'щ', 'shch'), 'Щ', 'shch'), 'ю', 'yu'), 'Ю', 'yu'), 'я', 'ya'), 'Я', 'ya'),
		'ї', 'i'), 'Ї', 'i'), 'љ', 'lj'), 'Љ', 'lj'), 'њ', 'nj'), 'Њ', 'nj'), 'џ', 'dz'),
		'Џ', 'dz'), 'θ', 'th'), 'Θ', 'th'), 'χ', 'ch'), 'Χ', 'ch'), 'ψ', 'ps'), 'Ψ', 'ps'),
		'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
		'ẞ', 'ss')) end
$$;

-- next step
create index concurrently if not exists credentials_folded_idx on credentials using gin (folded(recipient_name) gin_trgm_ops, recipient_email gin_trgm_ops);

-- next step
-- Candidates are found by folded names. Where nothing is found, names that are much like the term are, for typing errors.
create or replace function credential_candidates(
	p_term text, p_name text, p_email text, p_exact text, p_id bigint, p_uuid uuid, p_most integer
) returns bigint[] language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set pg_trgm.word_similarity_threshold = 0.55 as $$
declare
	found bigint[];
	among text := 'select array(select c.id from credentials c where c.department_id = $1 and c.state <> ''deleted'''
		|| case when p_email is null then '' else format(' and c.recipient_address = lower(%L)', p_email) end;
	words text := '';
	alike text := '';
begin
	if p_term is not null then
		words := format(' and (folded(c.recipient_name) like folded(%1$L) or c.recipient_email ilike %1$L', p_term)
			|| format(' or c.license_id = %1$L or c.encoded_id = %1$L', p_exact)
			|| case when p_id is null then '' else format(' or c.id = %s', p_id) end
			|| case when p_uuid is null then '' else format(' or c.uuid = %L', p_uuid) end || ')';
		if char_length(p_exact) >= 4 then alike := format(' and folded(c.recipient_name) %%> folded(%L)', p_exact); end if;
	end if;
	if p_name is not null then
		words := words || format(' and folded(c.recipient_name) like folded(%L)', p_name);
		if char_length(p_name) >= 6 then alike := alike || format(' and folded(c.recipient_name) %%> folded(%L)', trim(p_name, '%')); end if;
	end if;
	execute among || words || ' limit $2)' into found using app_department(), p_most + 1;
	if cardinality(found) = 0 and alike <> '' then
		execute among || alike || ' limit $2)' into found using app_department(), p_most;
	end if;
	return case when cardinality(found) <= p_most then found end;
end $$;

-- next step
drop index concurrently if exists credentials_words_idx;
