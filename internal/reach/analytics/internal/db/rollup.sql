-- name: DepartmentsToRollUp :many
-- DepartmentsToRollUp returns departments with events that are not counted, with emails on their way, or that must be counted anew.
select d.id from departments d
left join analytics_departments s on s.department_id = d.id
where s.department_id is null or s.time_zone <> d.time_zone or s.rebuilt_to is not null
	or exists (select from analytics_inbox i where i.department_id = d.id)
	or exists (select from analytics_credentials f where f.department_id = d.id and f.email = 'queued' and f.published_at > @since::timestamptz)
order by d.id;

-- name: RollUpStart :exec
-- RollUpStart creates the state of a department that was never counted.
insert into analytics_departments (department_id, time_zone, rebuilt_to)
select id, time_zone, 0 from departments where id = $1 on conflict do nothing;

-- name: RollUpLock :one
-- RollUpLock locks the state of a department against other roll-ups and returns it with the present time zone.
select s.time_zone, s.rebuilt_to, s.retention_days, d.time_zone as current_zone
from analytics_departments s join departments d on d.id = s.department_id
where s.department_id = $1 for update of s;

-- name: RollUpTryLock :many
-- RollUpTryLock is RollUpLock that finds nothing while another roll-up runs.
select s.time_zone, s.rebuilt_to, s.retention_days, d.time_zone as current_zone
from analytics_departments s join departments d on d.id = s.department_id
where s.department_id = $1 for update of s skip locked;

-- name: RollUpRebuild :exec
-- RollUpRebuild starts a rebuild in a time zone.
update analytics_departments set time_zone = @time_zone, rebuilt_to = 0 where department_id = @department_id;

-- name: RollUpRebuilt :exec
-- RollUpRebuilt notes how far a rebuild is; null when it is complete.
update analytics_departments set rebuilt_to = sqlc.narg('rebuilt_to') where department_id = @department_id;

-- name: RollUpDone :exec
-- RollUpDone notes when the department's events were last counted.
update analytics_departments set rolled_up_at = @now::timestamptz where department_id = @department_id;

-- name: InboxPending :one
-- InboxPending reports whether a department has events that are not counted.
select exists (select from analytics_inbox where department_id = $1);

-- name: InboxNext :many
-- InboxNext returns the next events to count.
select id, at from analytics_inbox where department_id = @department_id order by id limit @row_limit;

-- name: PartitionEnsure :exec
-- PartitionEnsure creates the partition of a month.
select analytics_partition(@month::date);

-- name: InboxMove :many
-- InboxMove moves events to the counted ones and returns those that were not counted before. Events older than the retention period are dropped.
with taken as (
	delete from analytics_inbox i where i.department_id = @department_id and i.id = any(@ids::bigint[]) returning i.*
)
insert into analytics_events (uuid, department_id, group_id, credential_id, type, actor, detail, visitor, at)
select uuid, department_id, group_id, credential_id, type, actor, detail, visitor, at from taken where at >= @oldest::timestamptz
on conflict do nothing
returning credential_id, at;

-- name: EmailsChanged :many
-- EmailsChanged returns credentials whose delivery state is not the counted one.
select f.credential_id from analytics_credentials f join credentials c on c.id = f.credential_id
where f.department_id = @department_id and f.published_at > @since::timestamptz and f.email in ('not_sent', 'queued', 'uncertain', 'bounced')
	and c.email_status <> f.email
order by f.credential_id limit @row_limit;

-- name: HoursDelete :exec
delete from analytics_hours where department_id = @department_id and hour >= @from_at::timestamptz and hour < @to_at::timestamptz
	and (hour at time zone @time_zone::text)::date = any(@days::date[]);

-- name: HoursCount :exec
-- HoursCount counts the events of days by hour.
insert into analytics_hours (department_id, hour, group_id, type, actor, detail, events)
select e.department_id, date_trunc('hour', e.at, @time_zone::text), e.group_id, e.type, e.actor, e.detail, count(*)
from analytics_events e
where e.department_id = @department_id and e.at >= @from_at::timestamptz and e.at < @to_at::timestamptz
	and (e.at at time zone @time_zone::text)::date = any(@days::date[])
group by 1, 2, 3, 4, 5, 6;

-- name: DaysDelete :exec
delete from analytics_days where department_id = @department_id and day = any(@days::date[]);

-- name: DaysDeleteFrom :exec
-- DaysDeleteFrom deletes the counts from a day on.
delete from analytics_days where department_id = @department_id and day >= @first_day::date;

-- name: HoursDeleteFrom :exec
-- HoursDeleteFrom deletes the counts from an hour on.
delete from analytics_hours where department_id = @department_id and hour >= @first::timestamptz;

-- name: DaysCount :exec
-- DaysCount counts the events of days and the different visitors of each day.
insert into analytics_days (department_id, day, group_id, type, actor, detail, events, visitors)
select e.department_id, (e.at at time zone @time_zone::text)::date, e.group_id, e.type, e.actor, e.detail, count(*), count(distinct e.visitor)
from analytics_events e
where e.department_id = @department_id and e.at >= @from_at::timestamptz and e.at < @to_at::timestamptz
	and (e.at at time zone @time_zone::text)::date = any(@days::date[])
group by 1, 2, 3, 4, 5, 6;

-- name: EventDays :many
-- EventDays returns the days of counted events in a time zone.
select distinct (e.at at time zone @time_zone::text)::date as day from analytics_events e where e.department_id = @department_id order by 1;

-- name: FactDays :many
-- FactDays returns the days on which counted credentials were issued.
select distinct published_on from analytics_credentials where department_id = @department_id and credential_id = any(@ids::bigint[]) and published_on is not null;

-- name: FactsUpdate :many
-- FactsUpdate brings the rows of issued credentials up to date with the credentials and with their events of a period, and returns their days.
insert into analytics_credentials as f (credential_id, department_id, group_id, design_id, published_at, published_on, counted, email, viewed_at, opened_at,
	downloaded_at, shared_at, clicked_at, referred_at, verified_at)
select c.id, c.department_id, c.group_id, coalesce(cv.design_id, bv.design_id, 0), c.published_at, (c.published_at at time zone @time_zone::text)::date,
	c.state not in ('draft', 'scheduled', 'deleted'), c.email_status,
	e.viewed_at, e.opened_at, e.downloaded_at, e.shared_at, e.clicked_at, e.referred_at, e.verified_at
from credentials c
left join design_versions cv on cv.id = c.certificate_version_id
left join design_versions bv on bv.id = c.badge_version_id
left join (
	select x.credential_id,
		min(x.at) filter (where x.type = 'viewed') as viewed_at,
		min(x.at) filter (where x.type = 'viewed' and x.actor = 'owner') as opened_at,
		min(x.at) filter (where x.type in ('pdf_downloaded', 'print_downloaded', 'badge_downloaded', 'wallet_added')) as downloaded_at,
		min(x.at) filter (where x.type in ('shared', 'added_linkedin')) as shared_at,
		min(x.at) filter (where x.type in ('link_clicked', 'referral_clicked')) as clicked_at,
		min(x.at) filter (where x.type = 'referral_clicked') as referred_at,
		min(x.at) filter (where x.type = 'verified') as verified_at
	from analytics_events x
	where x.department_id = @department_id and x.credential_id = any(@ids::bigint[]) and x.at >= @from_at::timestamptz and x.at < @to_at::timestamptz
	group by 1
) e on e.credential_id = c.id
where c.department_id = @department_id and c.id = any(@ids::bigint[]) and c.published_at is not null and not c.test
on conflict (credential_id) do update set group_id = excluded.group_id, design_id = excluded.design_id, published_at = excluded.published_at,
	published_on = excluded.published_on, counted = excluded.counted, email = excluded.email,
	viewed_at = least(f.viewed_at, excluded.viewed_at), opened_at = least(f.opened_at, excluded.opened_at),
	downloaded_at = least(f.downloaded_at, excluded.downloaded_at), shared_at = least(f.shared_at, excluded.shared_at),
	clicked_at = least(f.clicked_at, excluded.clicked_at), referred_at = least(f.referred_at, excluded.referred_at),
	verified_at = least(f.verified_at, excluded.verified_at)
returning f.published_on;

-- name: FactsDelete :exec
-- FactsDelete forgets credentials that are gone or no longer issued.
delete from analytics_credentials f where f.department_id = @department_id and f.credential_id = any(@ids::bigint[])
	and not exists (select from credentials c where c.id = f.credential_id and c.published_at is not null and not c.test);

-- name: CohortsDelete :exec
delete from analytics_cohorts where department_id = @department_id and day = any(@days::date[]);

-- name: CohortsCount :exec
-- CohortsCount counts how far the credentials went that were issued on the given days.
insert into analytics_cohorts (department_id, day, group_id, design_id, published, emailed, delivered, viewed, opened, downloaded, shared, used, clicked, referred, verified)
select f.department_id, f.published_on, f.group_id, f.design_id, count(*),
	count(*) filter (where f.email not in ('not_sent', 'queued', 'suppressed')),
	count(*) filter (where f.email in ('sent', 'delivered', 'opened', 'clicked', 'complained')),
	count(f.viewed_at), count(f.opened_at), count(f.downloaded_at), count(f.shared_at), count(coalesce(f.downloaded_at, f.shared_at)), count(f.clicked_at),
	count(f.referred_at), count(f.verified_at)
from analytics_credentials f
where f.department_id = @department_id and f.published_on = any(@days::date[]) and f.counted
group by 1, 2, 3, 4;

-- name: RebuildNext :many
-- RebuildNext returns the next issued credentials of a department.
select id from credentials where department_id = @department_id and id > @after and published_at is not null and not test order by id limit @row_limit;

-- name: FactsFromEngagements :exec
-- FactsFromEngagements adds what was recorded of credentials before events were, as far as it is certain.
update analytics_credentials f set
	viewed_at = case when e.view_count > 0 or e.level = 2 then least(f.viewed_at, e.reached_at) else f.viewed_at end,
	opened_at = case when e.level = 2 then least(f.opened_at, e.reached_at) else f.opened_at end,
	shared_at = case when e.level = 4 then least(f.shared_at, e.reached_at) else f.shared_at end,
	verified_at = case when e.verification_count > 0 then least(f.verified_at, e.reached_at) else f.verified_at end
from credential_engagements e
where f.department_id = @department_id and f.credential_id = any(@ids::bigint[]) and e.credential_id = f.credential_id;

-- name: CohortDays :many
-- CohortDays returns every day with an issued credential or a count.
select f.published_on as day from analytics_credentials f where f.department_id = @department_id
union select c.day from analytics_cohorts c where c.department_id = @department_id order by 1;
