-- name: CredentialDraftDesigns :many
-- CredentialDraftDesigns counts by design the drafts that it will show; the most used design first.
select v.id, v.name, count(*)::integer as drafts
from credentials c
join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
join designs v on v.department_id = g.department_id and v.id in (g.certificate_design_id, g.badge_design_id)
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state in ('draft', 'scheduled')
group by v.id, v.name
order by drafts desc, v.id
limit @row_limit;

-- name: CredentialDraftsOfDesign :many
-- CredentialDraftsOfDesign lists drafts that a design will show and that follow one in the order of their numbers.
select c.id
from credentials c
join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state in ('draft', 'scheduled')
	and @design_id::bigint in (g.certificate_design_id, g.badge_design_id) and c.id > @after
order by c.id
limit @row_limit;
