-- Every signed badge names one status entry, of purpose revocation, whose bit is set while the badge must not be accepted. A correction
-- gives the new version an entry of its own and sets the bit of the one before. A position is never given to another version.
alter table status_entries add column superseded_at timestamptz; -- when a correction replaced the version that names this entry
grant update (superseded_at) on status_entries to laurel_app;

-- Credentials whose badge a background job signs again.
create table badges_to_sign (
	credential_id bigint primary key,
	department_id bigint not null
);
call protect_by_department('badges_to_sign');

-- Keeps the lists up to date whatever statement changes a credential. A change of state moves the version of its lists. A change of what a
-- badge or document says also supersedes the entry of the version before; how the group, the designs and the evidence look is not part of it.
create or replace function status_lists_move_on() returns trigger language plpgsql as $$
begin
	with changed as materialized (
		select r.department_id, r.id, min(r.facts) <> max(r.facts) as corrected
		from (
			select x.department_id, x.id, withheld(x.state) as withheld,
				hash_record_extended(row(x.recipient_name, x.recipient_address, x.license_id, x.name, x.description, x.issued_on, x.expired_on, x.grade,
					x.custom_attributes, (x.snapshot -> 'group') - 'name' - 'course_link'), 0) as facts
			from (select * from was_rows union all select * from now_rows) x
			where x.published_at is not null
		) r
		group by 1, 2
		having bool_or(r.withheld) <> bool_and(r.withheld) or min(r.facts) <> max(r.facts)
	), entries as (
		select e.department_id, e.number, e.position, c.corrected and e.superseded_at is null as replaced
		from changed c join status_entries e on e.department_id = c.department_id and e.credential_id = c.id
	), superseded as (
		update status_entries e set superseded_at = now()
		from entries n where n.replaced and e.department_id = n.department_id and e.number = n.number and e.position = n.position
	)
	update status_lists l set version = l.version + 1
	from (select distinct department_id, number from entries) moved
	where l.department_id = moved.department_id and l.number = moved.number;
	return null;
end $$;

-- next step
-- Lists expire, so that an old copy of one cannot be passed off as the present state. Lists signed before have no end and are signed again.
alter table status_lists add column valid_until timestamptz;

-- next step
create unique index concurrently if not exists status_entries_current_key on status_entries (department_id, credential_id) where superseded_at is null;

-- next step
create index concurrently if not exists status_entries_credential_idx on status_entries (department_id, credential_id);

-- next step
alter table status_entries drop constraint status_entries_credential_key;

-- next step
-- What was signed before names the suspension list.
select set_config('app.system', 'on', true);
insert into badges_to_sign (credential_id, department_id) select distinct credential_id, department_id from signed_badges on conflict do nothing;
select set_config('app.system', '', true);

-- next step
-- Versions before and after an earlier correction share a position, so both are superseded; the present content is signed with a new one.
call pg_temp.in_batches('credentials', 'id', $batch$
	update status_entries e set superseded_at = now()
	from (
		select s.department_id, s.credential_id
		from (
			select b.department_id, b.credential_id, b.document::jsonb as document, count(*) over (partition by b.department_id, b.credential_id) as versions
			from (select department_id, id from credentials where {rows}) c
			join signed_badges b on b.department_id = c.department_id and b.credential_id = c.id
		) s
		where s.versions > 1
		group by 1, 2
		having count(distinct (s.document -> 'credentialSubject' #- '{achievement,image}' #- '{name}', s.document -> 'awardedDate', s.document -> 'validUntil')) > 1
			or count(distinct s.document -> 'credentialSubject' ->> 'name') > 1 -- private credentials have none
	) corrected
	where e.department_id = corrected.department_id and e.credential_id = corrected.credential_id and e.superseded_at is null
$batch$);
