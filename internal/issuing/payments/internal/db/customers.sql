-- name: CustomerRead :one
select * from billing_customers where department_id = @department_id;

-- name: CustomerOpen :one
-- CustomerOpen locks the customer of a department, which it adds first if there is none.
insert into billing_customers (department_id, provider, name, email, updated_at) values (@department_id, @provider, @name, @email, @now)
on conflict (department_id) do update set provider = billing_customers.provider
returning *;

-- name: CustomerLock :one
select * from billing_customers where department_id = @department_id for update;

-- name: CustomerLink :exec
update billing_customers set provider = @provider, reference = @reference, updated_at = @now where department_id = @department_id;

-- name: CustomerBuyer :exec
update billing_customers set name = @name, email = @email, line1 = @line1, line2 = @line2, postal_code = @postal_code, city = @city, region = @region,
	country = @country, tax_id = @tax_id, updated_at = @now
where department_id = @department_id;

-- name: CustomerTax :exec
update billing_customers set tax_treatment = @tax_treatment, updated_at = @now where department_id = @department_id;

-- name: CustomerCard :exec
update billing_customers set card_brand = @brand, card_last4 = @last4, card_exp_month = @exp_month, card_exp_year = @exp_year, updated_at = @now
where department_id = @department_id;

-- name: CustomerProblem :exec
update billing_customers set problem = @problem, problem_url = @problem_url, updated_at = @now where department_id = @department_id;

-- name: CustomerSubscription :exec
update billing_customers set subscription = @subscription, subscription_state = @subscription_state, updated_at = @now where department_id = @department_id;

-- name: CustomerAsk :one
-- CustomerAsk notes that the state of a customer is about to be asked for.
update billing_customers set asked = asked + 1 where provider = @provider and reference = @reference returning department_id, asked;

-- name: CustomerOfReference :one
select department_id from billing_customers where provider = @provider and reference = @reference;

-- name: EventClaim :execrows
-- EventClaim notes that an event came. It changes nothing if it came before.
insert into billing_provider_events (provider, id, type, received_at) values (@provider, @id, @type, @now) on conflict do nothing;

-- name: EventsDelete :exec
delete from billing_provider_events where received_at < @before;

-- name: DepartmentRead :one
select name, contact_email, language, time_zone, deleted_at from departments where id = @department_id;

-- name: Managers :many
-- Managers returns the members of a department with their roles.
select u.id, u.email, u.name, u.language, m.role, d.name as department from memberships m join users u on u.id = m.user_id join departments d on d.id = m.department_id
where m.department_id = @department_id order by u.id;
