-- Which processes of the installation run, and which queues each of them works. A process renews its row every few seconds and deletes
-- it when it stops; the row of a process that was killed goes stale. Readiness, `laurel doctor` and the metrics compare the queues of
-- the running processes with all queues.
create table processes (
	id uuid primary key,
	host text not null,
	version text not null,
	queues text[] not null,
	started_at timestamptz not null default now(),
	seen_at timestamptz not null default now()
);
