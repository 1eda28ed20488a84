drop table if exists credit_entries;
drop table if exists billing_subscriptions;
drop table if exists billing_plans;
