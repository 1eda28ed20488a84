-- The database role, row-level security, and tables that belong to the installation and not to a department.

-- The program acts as laurel_app, which neither owns the tables nor bypasses row-level security. The role belongs to the cluster, so it may exist.
do $$ begin
	create role laurel_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
exception when duplicate_object or unique_violation then null;
end $$;
-- The user that connects must be a member to act as laurel_app (internal/platform/pg). A user who may not grant it must be a member already.
do $$ begin
	execute format('grant laurel_app to %I', current_user);
exception when others then
	if not pg_has_role(current_user, 'laurel_app', 'member') then raise; end if;
end $$;
grant usage on schema public to laurel_app;
grant select, insert, update, delete on all tables in schema public to laurel_app;
grant usage, select on all sequences in schema public to laurel_app;
alter default privileges in schema public grant select, insert, update, delete on tables to laurel_app;
alter default privileges in schema public grant usage, select on sequences to laurel_app;

-- Trigram indexes for searching by parts of names.
create extension if not exists pg_trgm;

-- The settings of a transaction, which internal/platform/pg makes when it begins: the department it acts for (app.department), or all of them
-- (app.system).
create function app_department() returns bigint language sql stable parallel safe
	as $$ select nullif(current_setting('app.department', true), '')::bigint $$;

create function app_system() returns boolean language sql stable parallel safe
	as $$ select coalesce(current_setting('app.system', true), '') = 'on' $$;

-- The department whose rows the transaction may see: null for all departments, -1 for none. Policies call this one function because PostgreSQL
-- plans the expressions of every policy anew for each statement.
create function app_wall() returns bigint language sql stable parallel safe
	as $$ select case when current_setting('app.system', true) = 'on' then null
		else coalesce(nullif(current_setting('app.department', true), '')::bigint, -1) end $$;

-- The groups that the API key of the transaction is limited to; null without a limit.
create function app_groups() returns bigint[] language sql stable parallel safe
	as $$ select nullif(current_setting('app.groups', true), '')::bigint[] $$;

-- Whether the transaction sees test credentials only (true), real ones only (false) or both (null).
create function app_test() returns boolean language sql stable parallel safe
	as $$ select nullif(current_setting('app.test', true), '')::boolean $$;

-- A condition that rows must meet but that the planner may not look up in an index: without_index(department_id = 1) and id = any(…) finds the
-- rows by id alone (docs/adr/0025-bulk-query-plans.md). The planner replaces the call by its body, so it costs nothing.
create function without_index(condition boolean) returns boolean language sql immutable parallel safe
	as $$ select condition is true $$;

-- Enables row-level security on a table with a department_id. Rows without a department are visible to the system only. The condition is wrapped
-- in coalesce because the planner then assumes that half of the rows pass; for a plain equation it would multiply in the selectivity of
-- department_id, which the statements themselves already name.
create procedure protect_by_department(tbl regclass) language plpgsql as $$
begin
	execute format('alter table %s enable row level security', tbl);
	execute format('alter table %s force row level security', tbl);
	execute format('create policy department on %s using (coalesce(coalesce(department_id, 0) = (select app_wall()), true))', tbl);
end $$;

-- Enables row-level security on a table of data that belongs to people and not to departments: only transactions of the system, such as signing
-- in, may read or write it.
create procedure protect_for_system(tbl regclass) language plpgsql as $$
begin
	execute format('alter table %s enable row level security', tbl);
	execute format('alter table %s force row level security', tbl);
	execute format('create policy system on %s using ((select app_system()))', tbl);
end $$;

-- The installation as a whole, in one row. sealed_check is a known text encrypted with LAUREL_SECRET_KEY at the first start; a start with another
-- key is refused.
create table installation (
	only_row boolean primary key default true check (only_row),
	sealed_check bytea not null,
	created_at timestamptz not null default now()
);

-- Running processes and the queues that each works. A process renews its row every few seconds and deletes it when it stops. Readiness, `laurel
-- doctor` and the metrics compare these queues with all queues.
create table processes (
	id uuid primary key,
	host text not null,
	version text not null,
	queues text[] not null,
	started_at timestamptz not null default now(),
	seen_at timestamptz not null default now()
);

-- Rate limit counters, shared by all processes. A key is a hash, so no address is stored. A window begins with its first attempt, so "5 a minute"
-- holds for any 60 seconds.
create table throttles (
	key bytea primary key,
	window_start timestamptz not null,
	count integer not null
);
create index throttles_window_idx on throttles (window_start);

-- Solutions of proof-of-work challenges that were already used.
create table captcha_uses (
	solution_hash bytea primary key,
	expires_at timestamptz not null
);
create index captcha_uses_expires_idx on captcha_uses (expires_at);
