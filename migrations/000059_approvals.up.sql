-- What of a department takes the approval of a second person.
create table approval_policies (
	department_id bigint not null,
	actions text[] not null default '{}',
	updated_at timestamptz not null,
	constraint approval_policies_pkey primary key (department_id),
	constraint approval_policies_department_id_fkey foreign key (department_id) references departments (id),
	constraint approval_policies_actions_check check (actions <@ array['publish', 'revoke', 'design'])
);
call protect_by_department('approval_policies');

create table approvals (
	id bigint generated always as identity,
	department_id bigint not null,
	uuid uuid not null,
	action text not null,
	state text not null default 'waiting',
	params jsonb not null default '{}',
	input_count integer not null,
	design_version_id bigint, -- of the action design
	comment text not null default '',
	asked_by bigint,
	api_key_id bigint,
	asked_at timestamptz not null,
	decided_by bigint,
	decided_at timestamptz,
	decision_comment text not null default '',
	reason text, -- the code of why it became outdated
	operation_uuid uuid, -- of what the approval started
	constraint approvals_pkey primary key (id),
	constraint approvals_uuid_key unique (uuid),
	constraint approvals_department_id_key unique (department_id, id),
	constraint approvals_department_id_fkey foreign key (department_id) references departments (id),
	constraint approvals_asked_by_fkey foreign key (asked_by) references users (id) on delete set null,
	constraint approvals_decided_by_fkey foreign key (decided_by) references users (id) on delete set null,
	constraint approvals_action_check check (action in ('publish', 'revoke', 'design')),
	constraint approvals_state_check check (state in ('waiting', 'approved', 'overridden', 'rejected', 'withdrawn', 'outdated')),
	constraint approvals_comment_check check (char_length(comment) <= 1000 and char_length(decision_comment) <= 1000)
);
create index approvals_list_idx on approvals (department_id, id desc);
create index approvals_waiting_idx on approvals (department_id) where state = 'waiting';
call protect_by_department('approvals');

-- The credentials of an approval, with a hash of what the approver is shown.
create table approval_items (
	approval_id bigint not null,
	department_id bigint not null,
	credential_id bigint not null,
	fingerprint text not null,
	constraint approval_items_pkey primary key (approval_id, credential_id),
	constraint approval_items_approval_fkey foreign key (department_id, approval_id) references approvals (department_id, id) on delete cascade
);
create index approval_items_credential_idx on approval_items (department_id, credential_id);
call protect_by_department('approval_items');

-- The versions of designs that may be used where designs take an approval.
create table approved_designs (
	department_id bigint not null,
	version_id bigint not null,
	approved_at timestamptz not null,
	constraint approved_designs_pkey primary key (department_id, version_id),
	constraint approved_designs_version_fkey foreign key (department_id, version_id) references design_versions (department_id, id) on delete cascade
);
call protect_by_department('approved_designs');

create function approval_required(of_department bigint, of_action text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
	select exists (select from approval_policies p where p.department_id = of_department and of_action = any(p.actions))
$$;

-- A hash of what matters to who approves something about a credential. Anything else in it makes the approval outdated.
create function approval_fingerprint(of_department bigint, of_action text, of_credential bigint) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
	select md5(jsonb_build_array(c.state, c.group_id, c.recipient_name, c.recipient_email, c.name, c.description, c.issued_on, c.expired_on, c.grade,
		c.custom_attributes, c.complete, c.supersedes_id, c.revokes_superseded,
		case when of_action = 'publish' then jsonb_build_array(g.course_name, g.course_description, g.certificate_design_id, g.badge_design_id,
			(select jsonb_agg(d.current_version_id order by d.id) from designs d
				where d.department_id = of_department and d.id in (g.certificate_design_id, g.badge_design_id))) end)::text)
	from credentials c join groups g on g.department_id = c.department_id and g.id = c.group_id
	where c.department_id = of_department and c.id = of_credential
$$;

-- Whether something about a credential takes an approval that it does not have. An approval lasts for the operation that it started, and
-- covers what was shown to who gave it.
create function approval_missing(of_department bigint, of_action text, of_credential bigint) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
	select approval_required(of_department, of_action) and not exists (
		select from approval_items i
		join approvals a on a.department_id = i.department_id and a.id = i.approval_id
		join operations o on o.department_id = a.department_id and o.uuid = a.operation_uuid
		where i.department_id = of_department and i.credential_id = of_credential and a.action = of_action and a.state in ('approved', 'overridden')
			and o.finished_at is null and i.fingerprint = approval_fingerprint(of_department, of_action, of_credential))
$$;

-- Whether one of a group's designs takes an approval that its current version does not have.
create function design_unapproved(of_department bigint, certificate bigint, badge bigint) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
	select approval_required(of_department, 'design') and exists (
		select from designs d where d.department_id = of_department and d.id in (certificate, badge) and not exists (
			select from approved_designs a where a.department_id = of_department and a.version_id = d.current_version_id))
$$;
