-- name: PlanSave :exec
insert into billing_plans (name, seats, price, currency, billed_every, features, created_at, updated_at)
values (@name, @seats, @price, @currency, @billed_every, @features::text[], @now, @now)
on conflict (name) do update set seats = excluded.seats, price = excluded.price, currency = excluded.currency, billed_every = excluded.billed_every,
	features = excluded.features, updated_at = excluded.updated_at;

-- name: PlanList :many
select * from billing_plans order by name;

-- name: PlanByName :one
select * from billing_plans where name = @name;

-- name: SubscriptionRead :one
select sqlc.embed(s), sqlc.embed(p) from billing_subscriptions s join billing_plans p on p.id = s.plan_id where s.department_id = @department_id;

-- name: SubscriptionLock :one
-- SubscriptionLock serializes what changes the balance of a department.
select sqlc.embed(s), sqlc.embed(p), d.time_zone from billing_subscriptions s join billing_plans p on p.id = s.plan_id join departments d on d.id = s.department_id
where s.department_id = @department_id for update of s;

-- name: DepartmentZone :one
select time_zone from departments where id = @department_id;

-- name: SubscriptionSave :exec
insert into billing_subscriptions (department_id, plan_id, state, anchor_on, period_start, period_end, past_due_since, salt, updated_at)
values (@department_id, @plan_id, @state, @anchor_on, @period_start, @period_end, @past_due_since, @salt, @now)
on conflict (department_id) do update set plan_id = excluded.plan_id, state = excluded.state, anchor_on = excluded.anchor_on,
	period_start = excluded.period_start, period_end = excluded.period_end, past_due_since = excluded.past_due_since, updated_at = excluded.updated_at;

-- name: PlanGranted :one
-- PlanGranted returns the credits that plans granted for a billing year. Grants of the operator have a reason.
select coalesce(sum(quantity), 0)::bigint from credit_entries
where department_id = @department_id and kind = 'grant' and reason = '' and period_start = @period_start;

-- name: Buckets :many
-- Buckets returns usable credits in the order in which they are used.
select b.id, b.expires_on::date as expires_on, (b.quantity - coalesce(t.taken, 0))::integer as available from credit_entries b
left join lateral (select sum(e.quantity) as taken from credit_entries e where e.department_id = @department_id and e.bucket_id = b.id) t on true
where b.department_id = @department_id and b.to_account = 'available' and b.expires_on > @today::date and b.quantity > coalesce(t.taken, 0)
order by b.expires_on, b.id;

-- name: EntryAdd :exec
insert into credit_entries (department_id, kind, from_account, to_account, quantity, period_start, bucket_id, expires_on, reason, user_id, api_key_id, system, created_at)
values (@department_id, @kind, @from_account, @to_account, @quantity, @period_start, @bucket_id, @expires_on, @reason, @user_id, @api_key_id, @system, @now);

-- name: EntriesUse :exec
-- EntriesUse takes one credit for each recipient.
insert into credit_entries (department_id, kind, from_account, to_account, quantity, period_start, bucket_id, credential_id, recipient, user_id, api_key_id, system, created_at)
select @department_id, @kind, 'available', 'used', 1, @period_start, unnest(@buckets::bigint[]), unnest(@credentials::bigint[]), unnest(@recipients::bytea[]),
	@user_id, @api_key_id, @system, @now;

-- name: EntriesRefund :exec
-- EntriesRefund returns credits to buckets with the expiry of those they were taken from.
insert into credit_entries (department_id, kind, from_account, to_account, quantity, period_start, expires_on, credential_id, recipient, refund_of, user_id, api_key_id,
	system, created_at)
select e.department_id, 'refund', 'used', 'available', e.quantity, e.period_start, b.expires_on, e.credential_id, e.recipient, e.id, @user_id, @api_key_id, @system, @now
from credit_entries e join credit_entries b on b.department_id = e.department_id and b.id = e.bucket_id
where e.department_id = @department_id and e.kind = 'use' and e.created_at >= @since
	and (e.recipient = any(@recipients::bytea[]) or e.credential_id = any(@credentials::bigint[]))
	and not exists (select from credit_entries r where r.department_id = e.department_id and r.refund_of = e.id);

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
