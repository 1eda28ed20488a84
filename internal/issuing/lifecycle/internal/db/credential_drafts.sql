-- name: CredentialCheckPublishing :one
-- CredentialCheckPublishing counts what publishing would do, and lists whom it would reach: a test reaches nobody. Without an address,
-- a credential is for somebody else, who is listed by its ID.
with drafts as (
	select c.id, c.recipient_address as email, (g.send_emails and c.recipient_email <> '' and not c.test) as mails, c.test,
		(g.certificate_design_id is not null or g.badge_design_id is not null) as designed,
		(case when (g.settings ->> 'evidence_required')::boolean then has_evidence(c.department_id, c.id) else true end) as proven,
		coalesce(coalesce(c.grade, -1) >= (g.settings ->> 'least_grade')::numeric, true) as graded
	from credentials c join groups g on g.department_id = @department_id and g.id = coalesce(c.group_id, 0)
	where without_index(c.department_id = @department_id) and c.id = any(@ids::bigint[]) and c.state in ('draft', 'scheduled')
), ready as (select id, email, mails, test from drafts where designed and proven and graded),
reached as (select distinct case email when '' then '#' || id else email end as email from ready where not test)
select (select count(*) from ready) as ready, (select count(*) from drafts where not designed) as without_design,
	(select count(*) from drafts where designed and not proven) as without_evidence,
	(select count(*) from drafts where designed and proven and not graded) as grade_too_low,
	(select count(*) from ready where mails) as mails,
	(select count(*) from reached r where not exists (select 1 from credentials o
		where o.department_id = @department_id and o.recipient_address = r.email and o.published_at is not null)) as new_recipients,
	coalesce((select array_agg(email order by email) from reached), '{}')::text[] as recipients;
