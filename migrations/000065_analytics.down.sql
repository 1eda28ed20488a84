drop index if exists link_clicks_created_idx, page_views_created_idx;
drop table if exists analytics_salts, analytics_departments, analytics_cohorts, analytics_credentials, analytics_days, analytics_hours, analytics_events, analytics_inbox;
drop function if exists analytics_drop_partitions(date);
drop function if exists analytics_partition(date);
drop function if exists site_of(text);
