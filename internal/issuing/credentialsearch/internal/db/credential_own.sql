-- name: CredentialFacetsOwned :many
-- CredentialFacetsOwned counts what a person holds by issuer (under its latest name), year of issue, state at a time, and skill.
with held as (
	select c.id, c.department_id, c.issued_on, c.snapshot -> 'issuer' ->> 'name' as issuer,
		coalesce(nullif(c.snapshot -> 'group' -> 'learning_outcomes', 'null'), '[]') as skills,
		case when c.state not in ('published', 'expired') then c.state
			when c.expired_at is not null or c.expired_on < timezone(d.time_zone, @now::timestamptz)::date then 'expired'
			else 'published' end as state
	from credentials c
	join departments d on d.id = c.department_id
	where c.recipient_address = any(@emails::text[]) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test
		and (sqlc.narg('department_id')::bigint is null or c.department_id = sqlc.narg('department_id'))
		and (cardinality(@groups::bigint[]) = 0 or c.group_id = any(@groups::bigint[]))
), facets as (
	(select 'issuer' as facet, h.department_id::text as value, (array_agg(h.issuer order by h.id desc))[1] as name, count(*) as held
	from held h
	group by h.department_id
	limit 500)
	union all
	(select 'skill', o.name, o.name, count(distinct h.id)
	from held h
		cross join jsonb_array_elements_text(h.skills) o (name)
	group by o.name
	order by count(*) desc
	limit 500)
	union all
	select 'state', h.state, '', count(*)
	from held h
	group by h.state
	union all
	select 'year', extract(year from h.issued_on)::text, '', count(*)
	from held h
	group by extract(year from h.issued_on)
)
select f.facet::text as facet, f.value::text as value, coalesce(f.name, '')::text as name, f.held::bigint as held
from facets f
order by f.facet, lower(f.name), case f.facet when 'year' then - f.value::numeric end, f.value;

-- name: CredentialIssuersElsewhere :many
-- CredentialIssuersElsewhere lists who issued to other addresses of a person too: those have the issuer's own ID of the person, which
-- credentials at their proved addresses have.
select o.department_id, (array_agg(o.snapshot -> 'issuer' ->> 'name' order by o.id desc))[1]::text as name, count(distinct o.id) as held
from credentials c
join credentials o on o.department_id = c.department_id and o.recipient_id = c.recipient_id
where c.recipient_address = any(@emails::text[]) and c.state not in ('draft', 'scheduled', 'deleted') and not c.test
	and c.recipient_id is not null and c.recipient_id <> ''
	and o.state not in ('draft', 'scheduled', 'deleted') and not o.test
	and o.recipient_address <> '' and o.recipient_address <> all(@emails::text[])
group by o.department_id
order by 2
limit 20;
