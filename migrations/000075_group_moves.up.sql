-- Groups move to another department of their organization with everything that belongs to their credentials. References between the rows that
-- move are checked at the end of the transaction that moves them.
create index concurrently if not exists status_entries_of_credential_idx on status_entries (credential_id);

-- next step

-- The entries of status lists stay in the department that signed the credential.
alter table status_entries add constraint status_entries_credential_id_fkey
	foreign key (credential_id) references credentials (id) on delete set null (credential_id) not valid;

-- next step

alter table status_entries validate constraint status_entries_credential_id_fkey;

-- next step

alter table status_entries drop constraint status_entries_credential_fkey;

-- next step

alter table credentials alter constraint credentials_group_fkey deferrable initially immediate;
alter table credentials alter constraint credentials_certificate_version_fkey deferrable initially immediate;
alter table credentials alter constraint credentials_badge_version_fkey deferrable initially immediate;
alter table credentials alter constraint credentials_supersedes_fkey deferrable initially immediate;

-- next step

alter table groups alter constraint groups_certificate_design_fkey deferrable initially immediate;
alter table groups alter constraint groups_badge_design_fkey deferrable initially immediate;
alter table groups alter constraint groups_primary_design_fkey deferrable initially immediate;

-- next step

alter table claim_links alter constraint claim_links_group_fkey deferrable initially immediate;

-- next step

alter table claims alter constraint claims_credential_fkey deferrable initially immediate;
alter table claims alter constraint claims_link_fkey deferrable initially immediate;

-- next step

alter table credential_engagements alter constraint credential_engagements_credential_fkey deferrable initially immediate;

-- next step

alter table credential_references alter constraint credential_references_credential_fkey deferrable initially immediate;

-- next step

alter table email_schedules alter constraint email_schedules_group_fkey deferrable initially immediate;

-- next step

alter table evidence_changes alter constraint evidence_changes_credential_fkey deferrable initially immediate;

-- next step

alter table evidence_items alter constraint evidence_items_credential_fkey deferrable initially immediate;

-- next step

alter table mails alter constraint mails_credential_fkey deferrable initially immediate;

-- next step

alter table name_change_items alter constraint name_change_items_credential_fkey deferrable initially immediate;
alter table name_change_items alter constraint name_change_items_change_fkey deferrable initially immediate;

-- next step

alter table name_changes alter constraint name_changes_credential_fkey deferrable initially immediate;

-- next step

alter table recipient_links alter constraint recipient_links_credential_fkey deferrable initially immediate;

-- next step

alter table recipient_sessions alter constraint recipient_sessions_link_fkey deferrable initially immediate;

-- next step

alter table rewordings alter constraint rewordings_group_fkey deferrable initially immediate;

-- next step

alter table stack_results alter constraint stack_results_group_fkey deferrable initially immediate;
alter table stack_results alter constraint stack_results_credential_fkey deferrable initially immediate;

-- next step

-- A function with "set app.system" can be created by superusers only, so functions set and reset it themselves.
-- A credential may have entries in the lists of departments that it was in before.
create or replace function status_lists_move_on() returns trigger language plpgsql as $$
declare
	old_system text := coalesce(current_setting('app.system', true), '');
	old_groups text := coalesce(current_setting('app.groups', true), '');
begin
	perform set_config('app.system', 'on', true), set_config('app.groups', '', true);
	with changed as materialized (
		select r.department_id, r.id, min(r.facts) <> max(r.facts) as corrected
		from (
			select x.department_id, x.id, withheld(x.state) as withheld,
				hash_record_extended(row(x.recipient_name, x.recipient_address, x.license_id, x.name, x.description, x.issued_on, x.expired_on, x.expired_at, x.grade,
					x.custom_attributes, (x.snapshot -> 'group') - 'name' - 'course_link'), 0) as facts
			from (select * from was_rows union all select * from now_rows) x
			where x.published_at is not null
		) r
		group by 1, 2
		having bool_or(r.withheld) <> bool_and(r.withheld) or min(r.facts) <> max(r.facts)
	), entries as (
		select e.department_id, e.number, e.position, c.corrected and e.superseded_at is null as replaced
		from changed c join status_entries e on e.credential_id = c.id
	), superseded as (
		update status_entries e set superseded_at = now()
		from entries n where n.replaced and e.department_id = n.department_id and e.number = n.number and e.position = n.position
	)
	update status_lists l set version = l.version + 1
	from (select distinct department_id, number from entries) moved
	where l.department_id = moved.department_id and l.number = moved.number;
	perform set_config('app.system', old_system, true), set_config('app.groups', old_groups, true);
	return null;
end $$;

-- next step

-- The positions of a pair of status lists whose bits are set, whichever departments the credentials are in.
create function status_list_bits(of_department bigint, of_number integer) returns setof integer language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
	old_system text := coalesce(current_setting('app.system', true), '');
	old_groups text := coalesce(current_setting('app.groups', true), '');
	old_test text := coalesce(current_setting('app.test', true), '');
begin
	perform set_config('app.system', 'on', true), set_config('app.groups', '', true), set_config('app.test', '', true);
	return query select e.position from status_entries e left join credentials c on c.id = e.credential_id
	where e.department_id = of_department and e.number = of_number and (c.id is null or withheld(c.state) or e.superseded_at is not null);
	perform set_config('app.system', old_system, true), set_config('app.groups', old_groups, true), set_config('app.test', old_test, true);
end $$;

-- next step

-- Moves a group with its credentials and everything that belongs to them to another department, and returns the number of credentials. Its
-- designs are copied before: old_versions are the versions that credentials use, new_versions their copies, and keys the new keys of
-- custom attributes. It leaves collections and choices of email templates, which belong to the former department.
create function group_move(of_group bigint, of_source bigint, of_target bigint, certificate bigint, badge bigint, main bigint,
	old_versions bigint[], new_versions bigint[], keys jsonb, of_time timestamptz) returns bigint language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
	old_system text := coalesce(current_setting('app.system', true), '');
	old_groups text := coalesce(current_setting('app.groups', true), '');
	old_test text := coalesce(current_setting('app.test', true), '');
	t text;
	n bigint;
begin
	perform set_config('app.system', 'on', true), set_config('app.groups', '', true), set_config('app.test', '', true);
	set constraints all deferred;
	perform from credentials where department_id = of_source and group_id = of_group order by id for update;

	-- What is made again, or only says what was done in the former department.
	foreach t in array array['signed_badges', 'badges_to_sign', 'export_items', 'operation_items'] loop
		execute format('delete from %I x using credentials c where c.department_id = $1 and c.group_id = $2 and x.department_id = $1 and x.credential_id = c.id', t)
			using of_source, of_group;
	end loop;
	update kept_documents x set credential_id = null from credentials c
		where c.department_id = of_source and c.group_id = of_group and x.department_id = of_source and x.credential_id = c.id;
	delete from collection_groups where department_id = of_source and group_id = of_group;
	delete from email_template_choices where department_id = of_source and group_id = of_group;
	delete from stack_marks where department_id = of_source and group_id = of_group;
	-- A change of all names of a person may name credentials of other groups, which stay.
	delete from name_change_items i using name_changes x, credentials a, credentials b
		where x.department_id = of_source and x.id = i.name_change_id and i.department_id = of_source and a.id = x.credential_id and b.id = i.credential_id
			and a.group_id <> b.group_id and of_group in (a.group_id, b.group_id);

	-- What belongs to a credential.
	update recipient_sessions s set department_id = of_target from recipient_links l, credentials c
		where s.department_id = of_source and l.department_id = of_source and l.id = s.link_id and c.id = l.credential_id and c.group_id = of_group;
	update uploads u set department_id = of_target from evidence_items e, credentials c
		where u.department_id = of_source and u.id = e.upload_id and e.department_id = of_source and c.id = e.credential_id and c.group_id = of_group;
	foreach t in array array['credential_engagements', 'credential_references', 'evidence_changes', 'evidence_items', 'mails', 'name_change_items',
		'name_changes', 'recipient_links', 'wallet_passes', 'issued_lately'] loop
		execute format('update %I x set department_id = $3 from credentials c where c.department_id = $1 and c.group_id = $2 and x.department_id = $1 and x.credential_id = c.id', t)
			using of_source, of_group, of_target;
	end loop;
	update claims x set department_id = of_target from claim_links l
		where x.department_id = of_source and l.department_id = of_source and l.id = x.claim_link_id and l.group_id = of_group;
	update claims set credential_id = null from credentials c
		where claims.department_id = of_source and c.id = claims.credential_id and c.group_id = of_group;

	-- What belongs to the group.
	foreach t in array array['claim_links', 'email_schedules', 'rewordings', 'stack_results', 'analytics_cohorts', 'analytics_credentials', 'analytics_days',
		'analytics_events', 'analytics_hours', 'analytics_inbox'] loop
		execute format('update %I set department_id = $3 where department_id = $1 and group_id = $2', t) using of_source, of_group, of_target;
	end loop;

	update credentials c set department_id = of_target, import_id = null, updated_at = of_time,
		certificate_version_id = new_versions[array_position(old_versions, c.certificate_version_id)],
		badge_version_id = new_versions[array_position(old_versions, c.badge_version_id)],
		custom_attributes = case when keys = '{}' then c.custom_attributes
			else (select coalesce(jsonb_object_agg(coalesce(keys ->> a.key, a.key), a.value), '{}') from jsonb_each(c.custom_attributes) a) end
	where c.department_id = of_source and c.group_id = of_group;
	get diagnostics n = row_count;
	update groups set department_id = of_target, certificate_design_id = certificate, badge_design_id = badge, primary_design_id = main, updated_at = of_time
		where department_id = of_source and id = of_group;
	insert into badges_to_sign (department_id, credential_id)
		select of_target, id from credentials where department_id = of_target and group_id = of_group and published_at is not null and state <> 'deleted' and not test
		on conflict do nothing;
	perform set_config('app.system', old_system, true), set_config('app.groups', old_groups, true), set_config('app.test', old_test, true);
	return n;
end $$;
