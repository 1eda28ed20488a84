-- name: PlanSave :exec
insert into billing_plans (name, seats, price, currency, billed_every, features, offered, created_at, updated_at)
values (@name, @seats, @price, @currency, @billed_every, @features::text[], @offered, @now, @now)
on conflict (name) do update set seats = excluded.seats, price = excluded.price, currency = excluded.currency, billed_every = excluded.billed_every,
	features = excluded.features, offered = excluded.offered, updated_at = excluded.updated_at;

-- name: PlanList :many
select * from billing_plans order by name;

-- name: PlanByName :one
select * from billing_plans where name = @name;

-- name: PlanByID :one
select * from billing_plans where id = @id;

-- name: SubscriptionRead :one
select sqlc.embed(s), sqlc.embed(p) from billing_subscriptions s join billing_plans p on p.id = s.plan_id where s.department_id = @department_id;

-- name: SubscriptionLock :one
-- SubscriptionLock serializes what changes the balance of a department.
select sqlc.embed(s), sqlc.embed(p), d.time_zone from billing_subscriptions s join billing_plans p on p.id = s.plan_id join departments d on d.id = s.department_id
where s.department_id = @department_id for update of s;

-- name: DepartmentZone :one
select time_zone from departments where id = @department_id;

-- name: SubscriptionSave :exec
insert into billing_subscriptions (department_id, plan_id, state, anchor_on, period_start, period_end, past_due_since, salt, next_plan_id, cancel_at, cancel_reason,
	warned_percent, funded_by, prepaid, updated_at)
values (@department_id, @plan_id, @state, @anchor_on, @period_start, @period_end, @past_due_since, @salt, @next_plan_id, @cancel_at, @cancel_reason,
	@warned_percent, @funded_by, @prepaid, @now)
on conflict (department_id) do update set plan_id = excluded.plan_id, state = excluded.state, anchor_on = excluded.anchor_on,
	period_start = excluded.period_start, period_end = excluded.period_end, past_due_since = excluded.past_due_since, next_plan_id = excluded.next_plan_id,
	cancel_at = excluded.cancel_at, cancel_reason = excluded.cancel_reason, warned_percent = excluded.warned_percent, funded_by = excluded.funded_by,
	prepaid = excluded.prepaid, updated_at = excluded.updated_at;

-- name: PlanGranted :one
-- PlanGranted returns the credits that plans granted for a billing year. Grants of the operator have a reason.
select coalesce(sum(quantity), 0)::bigint from credit_entries
where department_id = @department_id and kind = 'grant' and reason = '' and grant_key is null and period_start = @period_start;

-- name: Buckets :many
-- Buckets returns the credits that have not expired in the order in which they are used. What is taken from a bucket is the running total of its last
-- entry that has one, and what entries without one took since. moved is what was taken from it but not used.
select b.id, b.expires_on::date as expires_on, b.quantity, b.kind, (coalesce(l.bucket_taken, 0) + coalesce(t.taken, 0))::integer as taken,
	coalesce(m.moved, 0)::integer as moved
from credit_entries b
left join lateral (select e.id, e.bucket_taken from credit_entries e where e.department_id = @department_id and e.bucket_id = b.id and e.bucket_taken is not null
	order by e.id desc limit 1) l on true
left join lateral (select sum(e.quantity) as taken from credit_entries e where e.department_id = @department_id and e.bucket_id = b.id and e.id > coalesce(l.id, 0)) t on true
left join lateral (select sum(e.quantity) as moved from credit_entries e where e.department_id = @department_id and e.bucket_id = b.id
	and e.kind in ('adjust', 'transfer')) m on true
where b.department_id = @department_id and b.to_account = 'available' and b.bucket_id is null and b.expires_on > @today::date
order by b.expires_on, b.id;

-- name: BucketsTaken :many
-- BucketsTaken returns what was taken from some buckets, expired or not.
select b.id, (coalesce(l.bucket_taken, 0) + coalesce(t.taken, 0))::integer as taken from credit_entries b
left join lateral (select e.id, e.bucket_taken from credit_entries e where e.department_id = @department_id and e.bucket_id = b.id and e.bucket_taken is not null
	order by e.id desc limit 1) l on true
left join lateral (select sum(e.quantity) as taken from credit_entries e where e.department_id = @department_id and e.bucket_id = b.id and e.id > coalesce(l.id, 0)) t on true
where b.department_id = @department_id and b.id = any(@ids::bigint[]);

-- name: EntryAdd :exec
insert into credit_entries (department_id, kind, from_account, to_account, quantity, period_start, bucket_id, bucket_taken, expires_on, reason, grant_key,
	other_department_id, user_id, api_key_id, system, created_at)
values (@department_id, @kind, @from_account, @to_account, @quantity, @period_start, @bucket_id, @bucket_taken, @expires_on, @reason, @grant_key,
	@other_department_id, @user_id, @api_key_id, @system, @now);

-- name: GrantKeyUsed :one
select exists (select from credit_entries where department_id = @department_id and grant_key = @grant_key::text);

-- name: EntriesUse :exec
-- EntriesUse takes one credit for each recipient.
insert into credit_entries (department_id, kind, from_account, to_account, quantity, period_start, bucket_id, bucket_taken, credential_id, recipient, user_id,
	api_key_id, system, created_at)
select @department_id, @kind, 'available', 'used', 1, @period_start, unnest(@buckets::bigint[]), unnest(@taken::integer[]), unnest(@credentials::bigint[]),
	unnest(@recipients::bytea[]), @user_id, @api_key_id, @system, @now;

-- name: EntriesRefundable :many
-- EntriesRefundable returns uses since a time that were not refunded.
select e.id, e.bucket_id::bigint as bucket_id from credit_entries e
where e.department_id = @department_id and e.kind = 'use' and e.created_at >= @since
	and (e.recipient = any(@recipients::bytea[]) or e.credential_id = any(@credentials::bigint[]))
	and not exists (select from credit_entries r where r.department_id = e.department_id and r.refund_of = e.id)
order by e.id;

-- name: EntriesRefund :exec
-- EntriesRefund returns credits to the buckets they were taken from.
insert into credit_entries (department_id, kind, from_account, to_account, quantity, period_start, bucket_id, bucket_taken, credential_id, recipient, refund_of,
	user_id, api_key_id, system, created_at)
select e.department_id, 'refund', 'used', 'available', e.quantity, e.period_start, e.bucket_id, x.taken, e.credential_id, e.recipient, e.id,
	@user_id, @api_key_id, @system, @now
from (select unnest(@ids::bigint[]) as id, unnest(@taken::integer[]) as taken, generate_subscripts(@ids::bigint[], 1) as place) x
join credit_entries e on e.department_id = @department_id and e.id = x.id
order by x.place;

-- name: RecipientsPaid :many
-- RecipientsPaid returns the recipients whose credit for a billing year was taken and not refunded.
select distinct e.recipient::bytea as recipient from credit_entries e
where e.department_id = @department_id and e.to_account = 'used' and e.period_start = @period_start and e.recipient = any(@recipients::bytea[])
	and not exists (select from credit_entries r where r.department_id = e.department_id and r.refund_of = e.id);

-- name: RecipientsInUse :many
-- RecipientsInUse returns the addresses that keep a credential that was issued since a time.
select distinct recipient_address from credentials
where department_id = @department_id and recipient_address = any(@addresses::text[]) and not test and published_at >= @since and state <> 'revoked';

-- name: EntryList :many
select * from credit_entries where department_id = @department_id order by id desc limit @row_limit;

-- name: SubscriptionWarned :exec
update billing_subscriptions set warned_percent = @percent where department_id = @department_id;

-- name: PlansOffered :many
-- PlansOffered returns the plans that a department can choose, and its own.
select p.* from billing_plans p where p.offered or p.id = @plan_id::bigint or p.id = @next_plan_id::bigint order by p.seats, p.price, p.name;

-- name: UsageMonths :many
-- UsageMonths counts the credits of a billing year that were used and not refunded, by the month in which they were.
select date_trunc('month', e.created_at at time zone @zone::text)::date as month, count(*)::bigint as used from credit_entries e
where e.department_id = @department_id and e.to_account = 'used' and e.period_start = @period_start
	and not exists (select from credit_entries r where r.department_id = e.department_id and r.refund_of = e.id)
group by 1 order by 1;

-- name: OrganizationDepartments :many
-- OrganizationDepartments returns the other departments of an organization that a department pays for, or that nobody pays for, with what they used in
-- their billing year and have left.
select d.id, d.name, (s.department_id is not null)::boolean as funded, coalesce(u.used, 0)::bigint as used, coalesce(b.available, 0)::bigint as available
from departments own join departments d on d.organization_id = own.organization_id and d.id <> own.id and d.deleted_at is null
left join billing_subscriptions s on s.department_id = d.id
left join lateral (select count(*) as used from credit_entries e where e.department_id = s.department_id and e.to_account = 'used' and e.period_start = s.period_start
	and not exists (select from credit_entries r where r.department_id = e.department_id and r.refund_of = e.id)) u on true
left join lateral (select sum(g.quantity - coalesce((select e.bucket_taken from credit_entries e where e.department_id = g.department_id and e.bucket_id = g.id and e.bucket_taken is not null
		order by e.id desc limit 1), 0)) as available
	from credit_entries g where g.department_id = s.department_id and g.to_account = 'available' and g.bucket_id is null and g.expires_on > @today::date) b on true
where own.id = @department_id and (s.department_id is null or s.funded_by = @department_id)
order by lower(d.name), d.id limit 500;

-- name: SameOrganization :one
select exists (select from departments a join departments b on b.organization_id = a.organization_id
	where a.id = @department_id and b.id = @other_id and a.id <> b.id and b.deleted_at is null);

-- name: EntryPage :many
select sqlc.embed(e), coalesce(u.name, '')::text as user_name, count(*) over () as total from credit_entries e left join users u on u.id = e.user_id
where e.department_id = @department_id and (@kind::text = '' or e.kind = @kind::text)
	and (sqlc.narg('since')::timestamptz is null or e.created_at >= sqlc.narg('since')::timestamptz)
	and (sqlc.narg('until')::timestamptz is null or e.created_at < sqlc.narg('until')::timestamptz)
order by e.id desc limit @row_limit offset @row_offset;

-- name: EntriesBefore :many
-- EntriesBefore returns the next entries of a list that is read to its end.
select sqlc.embed(e), coalesce(u.name, '')::text as user_name from credit_entries e left join users u on u.id = e.user_id
where e.department_id = @department_id and e.id < @before and (@kind::text = '' or e.kind = @kind::text)
	and (sqlc.narg('since')::timestamptz is null or e.created_at >= sqlc.narg('since')::timestamptz)
	and (sqlc.narg('until')::timestamptz is null or e.created_at < sqlc.narg('until')::timestamptz)
order by e.id desc limit @row_limit;

-- name: Colleagues :many
-- Colleagues lists the members of a department with their roles and addresses.
select u.id, u.email, u.language, member_role(m.department_id, m.user_id, m.role)::text as role, d.name as department, d.time_zone
from memberships m join users u on u.id = m.user_id join departments d on d.id = m.department_id
where m.department_id = @department_id and u.verified_at is not null order by m.user_id limit 500;
