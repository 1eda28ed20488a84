-- name: NumberTake :one
-- NumberTake takes the next number of a series, and keeps others from it until the transaction ends.
insert into billing_invoice_series as s (prefix, last) values (@prefix, 1) on conflict (prefix) do update set last = s.last + 1 returning last;

-- name: InvoiceAdd :one
insert into billing_invoices (department_id, kind, prefix, sequence, number, corrects_id, provider, reference, plan_id, period_start, period_end, currency, lines,
	subtotal, discount, tax, total, tax_treatment, seller, buyer, note, language, issued_on, due_on, created_at, state, paid_at, payment_url)
values (@department_id, @kind, @prefix, @sequence, @number, @corrects_id, @provider, @reference, @plan_id, @period_start, @period_end, @currency, @lines,
	@subtotal, @discount, @tax, @total, @tax_treatment, @seller, @buyer, @note, @language, @issued_on, @due_on, @created_at, @state, @paid_at, @payment_url)
returning id;

-- name: InvoiceState :exec
update billing_invoices set state = @state, paid_at = @paid_at, payment_url = @payment_url where department_id = @department_id and id = @id;

-- name: InvoiceOfReference :one
select * from billing_invoices where provider = @provider and reference = @reference and department_id = @department_id for update;

-- name: InvoiceRead :one
select sqlc.embed(i), coalesce(c.number, '')::text as corrects from billing_invoices i
left join billing_invoices c on c.department_id = i.department_id and c.id = i.corrects_id
where i.department_id = @department_id and i.id = @id;

-- name: InvoiceLock :one
select * from billing_invoices where department_id = @department_id and id = @id for update;

-- name: InvoiceOfNumber :one
select department_id, id from billing_invoices where number = @number and kind = 'invoice';

-- name: InvoiceList :many
select sqlc.embed(i), coalesce(c.number, '')::text as corrects from billing_invoices i
left join billing_invoices c on c.department_id = i.department_id and c.id = i.corrects_id
where i.department_id = @department_id and (@state::text = '' or i.state = @state) and (@kind::text = '' or i.kind = @kind)
order by i.id desc limit @row_limit offset @row_offset;

-- name: InvoiceCount :one
select count(*) from billing_invoices where department_id = @department_id and (@state::text = '' or state = @state) and (@kind::text = '' or kind = @kind);

-- name: InvoicesAll :many
-- InvoicesAll returns invoices and credit notes of all departments for the operator.
select i.id, i.department_id, i.kind, i.number, i.state, i.currency, i.total, i.issued_on, i.due_on, d.name as department
from billing_invoices i join departments d on d.id = i.department_id
where @department_id::bigint = 0 or i.department_id = @department_id order by i.id desc limit @row_limit;

-- name: InvoiceCredited :one
-- InvoiceCredited returns what credit notes have taken back of an invoice.
select coalesce(sum(total), 0)::bigint as total, coalesce(sum(tax), 0)::bigint as tax, coalesce(sum(subtotal), 0)::bigint as subtotal,
	coalesce(sum(discount), 0)::bigint as discount
from billing_invoices where department_id = @department_id and corrects_id = @corrects_id::bigint;

-- name: InvoicesDue :many
-- InvoicesDue returns departments with a manual invoice that should have been paid.
select i.department_id, min(i.due_on)::date as due_on from billing_invoices i
where i.state = 'open' and i.kind = 'invoice' and i.provider = 'manual' and i.due_on < @today
group by i.department_id;

-- name: RenewalsDue :many
-- RenewalsDue returns departments whose paid time by manual invoice ends, with the end.
select i.department_id, max(i.period_end)::date as period_end from billing_invoices i join billing_customers c on c.department_id = i.department_id and c.provider = 'manual'
where i.provider = 'manual' and i.kind = 'invoice' and i.state <> 'void' and i.period_end is not null
group by i.department_id having max(i.period_end) <= @today::date;

-- name: InvoiceOpenOfPlan :one
-- InvoiceOpenOfPlan returns the open manual invoice for a plan.
select id from billing_invoices where department_id = @department_id and provider = 'manual' and kind = 'invoice' and state = 'open' and plan_id = @plan_id::bigint
order by id desc limit 1;

-- name: InvoicesOpen :one
select count(*) from billing_invoices where department_id = @department_id and kind = 'invoice' and state = 'open' and provider = 'manual';

-- name: PaidUntil :one
-- PaidUntil returns when the time ends that manual invoices are for.
select coalesce(max(period_end), '0001-01-01')::date as period_end from billing_invoices
where department_id = @department_id and provider = 'manual' and kind = 'invoice' and state <> 'void';
