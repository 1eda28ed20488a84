drop table if exists billing_provider_events;
drop table if exists billing_invoices;
drop table if exists billing_invoice_series;
drop table if exists billing_customers;
