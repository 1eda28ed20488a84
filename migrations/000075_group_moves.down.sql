drop function group_move(bigint, bigint, bigint, bigint, bigint, bigint, bigint[], bigint[], jsonb, timestamptz);
drop function status_list_bits(bigint, integer);

-- next step

create or replace function status_lists_move_on() returns trigger language plpgsql as $$
begin
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

alter table stack_results alter constraint stack_results_group_fkey not deferrable;
alter table stack_results alter constraint stack_results_credential_fkey not deferrable;

-- next step

alter table rewordings alter constraint rewordings_group_fkey not deferrable;

-- next step

alter table recipient_sessions alter constraint recipient_sessions_link_fkey not deferrable;

-- next step

alter table recipient_links alter constraint recipient_links_credential_fkey not deferrable;

-- next step

alter table name_changes alter constraint name_changes_credential_fkey not deferrable;

-- next step

alter table name_change_items alter constraint name_change_items_credential_fkey not deferrable;
alter table name_change_items alter constraint name_change_items_change_fkey not deferrable;

-- next step

alter table mails alter constraint mails_credential_fkey not deferrable;

-- next step

alter table evidence_items alter constraint evidence_items_credential_fkey not deferrable;

-- next step

alter table evidence_changes alter constraint evidence_changes_credential_fkey not deferrable;

-- next step

alter table email_schedules alter constraint email_schedules_group_fkey not deferrable;

-- next step

alter table credential_references alter constraint credential_references_credential_fkey not deferrable;

-- next step

alter table credential_engagements alter constraint credential_engagements_credential_fkey not deferrable;

-- next step

alter table claims alter constraint claims_credential_fkey not deferrable;
alter table claims alter constraint claims_link_fkey not deferrable;

-- next step

alter table claim_links alter constraint claim_links_group_fkey not deferrable;

-- next step

alter table groups alter constraint groups_certificate_design_fkey not deferrable;
alter table groups alter constraint groups_badge_design_fkey not deferrable;
alter table groups alter constraint groups_primary_design_fkey not deferrable;

-- next step

alter table credentials alter constraint credentials_group_fkey not deferrable;
alter table credentials alter constraint credentials_certificate_version_fkey not deferrable;
alter table credentials alter constraint credentials_badge_version_fkey not deferrable;
alter table credentials alter constraint credentials_supersedes_fkey not deferrable;

-- next step

-- Entries of credentials that moved would refer to another department.
update status_entries e set credential_id = null from credentials c where c.id = e.credential_id and c.department_id <> e.department_id;
alter table status_entries add constraint status_entries_credential_fkey
	foreign key (department_id, credential_id) references credentials (department_id, id) on delete set null (credential_id);
alter table status_entries drop constraint status_entries_credential_id_fkey;
drop index status_entries_of_credential_idx;
