-- What people do with issued credentials: raw events by month, and what is counted from them.

-- Events that are not counted yet. A roll-up moves them to analytics_events and updates the counts in one transaction.
create table analytics_inbox (
	id bigint generated always as identity primary key,
	department_id bigint not null,
	uuid uuid not null,
	group_id bigint not null,
	credential_id bigint not null,
	type text not null,
	actor text not null default '',
	detail text not null default '',
	visitor bytea,
	at timestamptz not null
);
create index analytics_inbox_department_idx on analytics_inbox (department_id, id);
call protect_by_department('analytics_inbox');

-- Counted events. visitor is a hash with a salt that is deleted after a day; no address of a person is stored. Without foreign keys: events
-- outlive neither the retention period nor the purge of their credential.
create table analytics_events (
	uuid uuid not null,
	department_id bigint not null,
	group_id bigint not null,
	credential_id bigint not null,
	type text not null,
	actor text not null,
	detail text not null,
	visitor bytea,
	at timestamptz not null,
	primary key (uuid, at)
) partition by range (at);
create index analytics_events_day_idx on analytics_events (department_id, at);
create index analytics_events_credential_idx on analytics_events (department_id, credential_id, at);
call protect_by_department('analytics_events');
create policy key_groups on analytics_events as restrictive using (coalesce(group_id = any ((select app_groups())::bigint[]), true));

-- Creates the partition of a month unless it exists. The application may not create tables itself, and reads partitions only through
-- analytics_events and its policies.
create function analytics_partition(p_month date) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
	month date := date_trunc('month', p_month)::date;
	name text := 'analytics_events_' || to_char(month, 'YYYYMM');
begin
	if to_regclass('public.' || name) is not null then
		return;
	end if;
	perform pg_advisory_xact_lock(hashtext('analytics_partition'));
	if to_regclass('public.' || name) is not null then
		return;
	end if;
	execute format('create table public.%I (like public.analytics_events including all)', name);
	call protect_by_department(('public.' || name)::regclass);
	execute format('revoke all on public.%I from public, laurel_app', name);
	execute format('alter table public.analytics_events attach partition public.%I for values from (%L) to (%L)', name,
		month::timestamp at time zone 'utc', (month + interval '1 month') at time zone 'utc');
end $$;
revoke all on function analytics_partition(date) from public;
grant execute on function analytics_partition(date) to laurel_app;

-- Drops the partitions of the months that ended by a date and returns their number.
create function analytics_drop_partitions(p_before date) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
	name text;
	dropped integer := 0;
begin
	for name in
		select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
		where i.inhparent = 'public.analytics_events'::regclass and c.relname ~ '^analytics_events_[0-9]{6}$'
			and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month')::date <= p_before
	loop
		execute format('drop table public.%I', name);
		dropped := dropped + 1;
	end loop;
	return dropped;
end $$;
revoke all on function analytics_drop_partitions(date) from public;
grant execute on function analytics_drop_partitions(date) to laurel_app;

-- Counts by hour and by day in the time zone of the department.
create table analytics_hours (
	department_id bigint not null,
	hour timestamptz not null,
	group_id bigint not null,
	type text not null,
	actor text not null,
	detail text not null,
	events integer not null,
	primary key (department_id, hour, type, group_id, actor, detail)
);
call protect_by_department('analytics_hours');
create policy key_groups on analytics_hours as restrictive using (coalesce(group_id = any ((select app_groups())::bigint[]), true));

create table analytics_days (
	department_id bigint not null,
	day date not null,
	group_id bigint not null,
	type text not null,
	actor text not null,
	detail text not null,
	events integer not null,
	visitors integer not null,
	primary key (department_id, day, type, group_id, actor, detail)
);
call protect_by_department('analytics_days');
create policy key_groups on analytics_days as restrictive using (coalesce(group_id = any ((select app_groups())::bigint[]), true));

-- What happened first to each issued credential. A row of a deleted credential stays, uncounted, until the credential is purged.
create table analytics_credentials (
	credential_id bigint primary key,
	department_id bigint not null,
	group_id bigint not null,
	design_id bigint not null, -- the certificate's, or else the badge's; 0 without
	published_at timestamptz not null,
	published_on date not null, -- in the time zone of the department
	counted boolean not null,
	email text not null, -- credentials.email_status
	viewed_at timestamptz, -- by anybody but the issuer
	opened_at timestamptz, -- by the recipient
	downloaded_at timestamptz,
	shared_at timestamptz,
	clicked_at timestamptz, -- a link to another site
	referred_at timestamptz, -- a link to a site of the issuer
	verified_at timestamptz
);
create index analytics_credentials_day_idx on analytics_credentials (department_id, published_on, credential_id);
create index analytics_credentials_email_idx on analytics_credentials (department_id, published_at) where email in ('not_sent', 'queued', 'uncertain', 'bounced');
call protect_by_department('analytics_credentials');
create policy key_groups on analytics_credentials as restrictive using (coalesce(group_id = any ((select app_groups())::bigint[]), true));

-- How far the credentials went that were issued on a day.
create table analytics_cohorts (
	department_id bigint not null,
	day date not null,
	group_id bigint not null,
	design_id bigint not null,
	published integer not null,
	emailed integer not null,
	delivered integer not null,
	viewed integer not null,
	opened integer not null,
	downloaded integer not null,
	shared integer not null,
	used integer not null, -- downloaded or shared
	clicked integer not null,
	referred integer not null,
	verified integer not null,
	primary key (department_id, day, group_id, design_id)
);
call protect_by_department('analytics_cohorts');
create policy key_groups on analytics_cohorts as restrictive using (coalesce(group_id = any ((select app_groups())::bigint[]), true));

-- How the events of a department are counted, and how far. Its row is the lock of the department's roll-up.
create table analytics_departments (
	department_id bigint primary key references departments,
	time_zone text not null, -- that the counts are in
	rebuilt_to bigint, -- the last credential that a rebuild has reached; null when it is complete
	retention_days integer not null default 400 check (retention_days between 30 and 3650),
	rolled_up_at timestamptz
);
call protect_by_department('analytics_departments');

-- Salts of visitor hashes by day. They are deleted after their day, and then nobody can tell whose hash it was.
create table analytics_salts (
	day date primary key,
	salt bytea not null
);
call protect_for_system('analytics_salts');

-- The host of a web address without "www.", in lower case; null of anything else.
create function site_of(address text) returns text language sql immutable parallel safe
	as $$ select nullif(regexp_replace(lower(substring(address from '^[a-zA-Z]+://([^/:?#@]+)')), '^www\.', ''), '') $$;

-- next step
-- Page views and clicks are deleted after a while.
create index concurrently if not exists page_views_created_idx on page_views (created_at);

-- next step
create index concurrently if not exists link_clicks_created_idx on link_clicks (created_at);
