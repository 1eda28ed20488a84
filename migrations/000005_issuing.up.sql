-- Groups, collections and credentials.

-- A group holds what its credentials have in common: course, designs and settings. A design that a group uses cannot be deleted.
create table groups (
	id bigint generated always as identity (start with 10001) primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 255),
	course_name text not null check (char_length(course_name) between 1 and 255),
	course_description text not null default '' check (char_length(course_description) <= 5000),
	course_link text not null default '' check (char_length(course_link) <= 2048),
	language text not null default 'en',
	certificate_design_id bigint,
	badge_design_id bigint,
	primary_design_id bigint,
	generate_private_credential boolean, -- null: as the department
	allow_duplicate_credentials boolean not null default false,
	attach_pdf boolean not null default false,
	send_emails boolean not null default true,
	achievement_type text not null default 'Certificate',
	learning_outcomes text[] not null default '{}',
	auto_expiry_amount integer check (auto_expiry_amount > 0),
	auto_expiry_unit text check (auto_expiry_unit in ('day', 'month', 'year')),
	meta_data jsonb not null default '{}',
	state text not null default 'active' check (state in ('active', 'archived')),
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint groups_department_id_key unique (department_id, id),
	constraint groups_certificate_design_fkey foreign key (department_id, certificate_design_id) references designs (department_id, id),
	constraint groups_badge_design_fkey foreign key (department_id, badge_design_id) references designs (department_id, id),
	constraint groups_primary_design_fkey foreign key (department_id, primary_design_id) references designs (department_id, id),
	skill_category_id integer,
	criteria text not null default '' check (char_length(criteria) <= 5000),
	criteria_url text not null default '' check (char_length(criteria_url) <= 2048),
	alignments jsonb not null default '[]' check (jsonb_typeof(alignments) = 'array'),
	tags text[] not null default '{}' check (cardinality(tags) <= 20),
	signup_url text not null default '' check (char_length(signup_url) <= 2048),
	settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'), -- missing settings have their defaults
	prerequisites_after date, -- nothing is issued for prerequisites before this day
	prerequisites_lost text not null default 'keep' check (prerequisites_lost in ('keep', 'suspend', 'revoke')) -- what happens to a credential whose prerequisites are no longer met
);
create unique index groups_department_name_key on groups (department_id, lower(name));
create index groups_department_updated_idx on groups (department_id, updated_at desc, id desc);
create index groups_certificate_design_idx on groups (department_id, certificate_design_id);
create index groups_badge_design_idx on groups (department_id, badge_design_id);
create index groups_tags_idx on groups using gin (tags);
call protect_by_department('groups');
-- An API key may be limited to some groups.
create policy key_groups on groups as restrictive using (coalesce(id = any ((select app_groups())::bigint[]), true));

-- Initial settings of new groups of a department.
create table group_defaults (
	department_id bigint primary key references departments,
	defaults jsonb not null check (jsonb_typeof(defaults) = 'object'),
	updated_at timestamptz not null
);
call protect_by_department('group_defaults');

-- What credentials show of their group and department. The time zone decides when the last day of a credential ends; mark is the row version of
-- both rows, for caches.
create view groups_shown with (security_invoker = true) as
select g.id, g.department_id, g.name, g.course_name, g.course_description, g.course_link, g.language, g.learning_outcomes, g.settings,
	g.achievement_type, g.criteria, g.criteria_url, g.alignments, g.certificate_design_id, g.badge_design_id,
	d.name as issuer_name, d.url as issuer_url, d.logo as issuer_logo, d.description as issuer_description, d.page_banner as issuer_banner,
	d.whitelabel_logo as issuer_whitelabel_logo, concat_ws(' ', g.xmin, g.ctid, d.xmin, d.ctid) as mark, d.time_zone
from groups g join departments d on d.id = g.department_id;

-- What a credential stores of its group at the moment it is issued: the texts, the current versions of its designs, and the custom attributes
-- that those designs print, with their names. These attributes are shown on the page and signed.
create view groups_issuing with (security_invoker = true) as
select g.id, g.department_id, cd.current_version_id as certificate_version_id, bd.current_version_id as badge_version_id,
	jsonb_build_object(
		'issuer', jsonb_build_object('id', d.id, 'name', d.name, 'url', d.url, 'logo', d.logo, 'description', d.description),
		'group', jsonb_build_object('id', g.id, 'name', g.name, 'course_name', g.course_name, 'course_description', g.course_description,
			'course_link', g.course_link, 'language', g.language, 'learning_outcomes', to_jsonb(g.learning_outcomes),
			'achievement_type', g.achievement_type, 'criteria', g.criteria, 'criteria_url', g.criteria_url, 'alignments', g.alignments)
		, 'attributes', (
			select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'name', k.name, 'kind', k.kind) order by lower(k.name), k.id), '[]')
			from attribute_keys k
			where k.department_id = g.department_id and k.kind <> 'image' and k.key in (
				select tag[1] from design_versions v, regexp_matches(v.document::text, '\[custom\.([a-z0-9_]+)\]', 'g') tag
				where v.department_id = g.department_id and v.id in (cd.current_version_id, bd.current_version_id)))
	) as snapshot
from groups g
join departments d on d.id = g.department_id
left join designs cd on cd.department_id = g.department_id and cd.id = g.certificate_design_id
left join designs bd on bd.department_id = g.department_id and bd.id = g.badge_design_id;

-- The group texts that a credential stores when it is issued.
create function group_texts(wanted bigint) returns jsonb language sql stable as $$
	select i.snapshot -> 'group' from groups_issuing i where i.id = wanted
$$;

-- Named sets of groups, such as a programme. A group may be in several.
create table collections (
	id uuid primary key default gen_random_uuid(),
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 255),
	description text not null default '' check (char_length(description) <= 5000),
	public boolean not null default false,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint collections_department_id_key unique (department_id, id)
);
create index collections_name_idx on collections (department_id, lower(name), id);
call protect_by_department('collections');

-- The groups of a collection.
create table collection_groups (
	department_id bigint not null,
	collection_id uuid not null,
	group_id bigint not null,
	primary key (collection_id, group_id),
	constraint collection_groups_collection_fkey foreign key (department_id, collection_id) references collections (department_id, id) on delete cascade,
	constraint collection_groups_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade
);
create index collection_groups_group_idx on collection_groups (department_id, group_id);
call protect_by_department('collection_groups');
create policy key_groups on collection_groups as restrictive using (coalesce(group_id = any ((select app_groups())::bigint[]), true));

-- Folds a text for search: removes case, accents, vowel signs and width, transliterates Latin, Cyrillic and Greek letters to plain Latin, and
-- unifies Arabic letters and digits. Most names are ASCII, for which lower() is enough. normalize(…, NFKD) separates letters from marks, so that
-- marks can be removed by their ranges.
create function folded(t text) returns text language sql immutable parallel safe as $$
	select case when octet_length(t) = char_length(t) then lower(t) else lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
		translate(regexp_replace(normalize(t, NFKD), '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]', '', 'g'),
			'øØłŁđĐðÐıħĦŋŊĸŧŦаАбБвВгГдДеЕзЗиИкКлЛмМнНоОпПрРсСтТуУфФхХыЫэЭіІґҐјЈєЄђЂћЋαΑβΒγΓδΔεΕζΖηΗιΙκΚλΛμΜνΝξΞοΟπΠρΡσΣςτΤυΥφΦωΩىةکیھٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ъЪьЬ',
			'oollddddihhnnkttaabbvvggddeezziikkllmmnnoopprrssttuuffhhyyeeiiggjjeeddccaabbggddeezziiiikkllmmnnxxoopprrsssttyyffooيهكيها01234567890123456789'),
		'ж', 'zh'), 'Ж', 'zh'), 'ц', 'ts'), 'Ц', 'ts'), 'ч', 'ch'), 'Ч', 'ch'), 'ш', 'sh'),
		'Ш', 'sh'), 'щ', 'shch'), 'Щ', 'shch'), 'ю', 'yu'), 'Ю', 'yu'), 'я', 'ya'), 'Я', 'ya'),
		'ї', 'i'), 'Ї', 'i'), 'љ', 'lj'), 'Љ', 'lj'), 'њ', 'nj'), 'Њ', 'nj'), 'џ', 'dz'),
		'Џ', 'dz'), 'θ', 'th'), 'Θ', 'th'), 'χ', 'ch'), 'Χ', 'ch'), 'ψ', 'ps'), 'Ψ', 'ps'),
		'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
		'ẞ', 'ss')) end
$$;

-- Issued credentials and drafts. department_id has no foreign key of its own: (department_id, group_id) references the group, and one check less
-- per row speeds up bulk inserts. Lists are counted and paged by index-only scans, so their indexes include group_id and test, which row-level
-- security filters by.
create table credentials (
	id bigint generated always as identity (start with 100001) primary key,
	department_id bigint not null,
	group_id bigint not null,
	uuid uuid not null unique,
	encoded_id text not null unique check (encoded_id ~ '^[a-z0-9]{8,10}$' and encoded_id ~ '[0-9]' and encoded_id ~ '[a-z]'),
	license_id text check (char_length(license_id) between 1 and 255), -- the issuer's own id
	recipient_name text not null check (char_length(recipient_name) between 1 and 255),
	recipient_email text not null check (char_length(recipient_email) <= 320),
	recipient_id text check (char_length(recipient_id) <= 255),
	recipient_phone text not null default '',
	recipient_meta_data jsonb not null default '{}',
	name text check (char_length(name) <= 255), -- null: the group's course name
	description text check (char_length(description) <= 5000), -- null: the group's course description
	issued_on date not null,
	expired_on date check (expired_on is null or expired_on >= issued_on),
	grade numeric(5, 2) check (grade between 0 and 100),
	custom_attributes jsonb not null default '{}',
	private boolean not null,
	private_key text not null, -- the link key of a private credential; kept readable because issuers see it and emails contain it
	complete boolean not null default true,
	allow_supplemental_evidence boolean not null default true,
	allow_supplemental_references boolean not null default true,
	state text not null default 'draft' check (state in ('draft', 'scheduled', 'in_progress', 'published', 'expired', 'suspended', 'revoked', 'deleted')),
	allows_duplicate boolean not null default false, -- copy of the group's setting, for credentials_duplicate_key
	publish_at timestamptz,
	published_at timestamptz,
	certificate_version_id bigint,
	badge_version_id bigint,
	snapshot jsonb, -- texts of group and issuer when it was issued: groups_issuing.snapshot
	email_status text not null default 'not_sent'
		constraint credentials_mail_status_check check (email_status in ('not_sent', 'queued', 'sent', 'uncertain', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'suppressed')),
	meta_data jsonb not null default '{}',
	source text not null default 'dashboard',
	created_at timestamptz not null,
	updated_at timestamptz not null,
	deleted_at timestamptz,
	constraint credentials_department_id_key unique (department_id, id),
	constraint credentials_group_fkey foreign key (department_id, group_id) references groups (department_id, id),
	constraint credentials_certificate_version_fkey foreign key (department_id, certificate_version_id) references design_versions (department_id, id),
	constraint credentials_badge_version_fkey foreign key (department_id, badge_version_id) references design_versions (department_id, id),
	suspended_at timestamptz,
	suspension_reason text not null default '' check (char_length(suspension_reason) <= 500), -- for the issuer
	revoked_at timestamptz,
	revocation_reason text check (revocation_reason in ('issued_in_error', 'misconduct', 'superseded', 'withdrawn', 'other')),
	revocation_note text not null default '' check (char_length(revocation_note) <= 500), -- public
	constraint credentials_suspended_check check (state <> 'suspended' or suspended_at is not null),
	constraint credentials_revoked_check check (state <> 'revoked' or (revoked_at is not null and revocation_reason is not null)),
	publish_send_email boolean not null default true, -- whether publishing at publish_at sends the email
	publish_refusal text, -- why the last attempt to publish was refused
	supersedes_id bigint, -- the credential that this one renews
	revokes_superseded boolean not null default false, -- revoke that one when this one is issued
	superseded_at timestamptz, -- when its renewal was issued
	constraint credentials_supersedes_fkey foreign key (department_id, supersedes_id)
		references credentials (department_id, id) on delete set null (supersedes_id),
	constraint credentials_scheduled_check check (state <> 'scheduled' or publish_at is not null),
	corrected_at timestamptz, -- when its name was last corrected after it was issued
	name_change_open boolean not null default false, -- its recipient has an open change request
	import_id bigint, -- no foreign key: it outlives the import
	-- A column, because row-level security keeps lower(recipient_email) from using an index: a function could leak rows that the policy hides.
	-- Comparing a column cannot.
	recipient_address text not null generated always as (lower(recipient_email)) stored,
	test boolean not null default coalesce(app_test(), false), -- test credentials are made by transactions in test mode
	expired_at timestamptz -- when it was ended through the API before its last day; null: valid through expired_on
);
create index credentials_group_name_idx on credentials (group_id, lower(recipient_name), id) where state <> 'deleted';
create index credentials_updated_idx on credentials (department_id, updated_at desc);
create index credentials_certificate_version_idx on credentials (certificate_version_id) where certificate_version_id is not null;
create index credentials_badge_version_idx on credentials (badge_version_id) where badge_version_id is not null;
create index credentials_expiry_idx on credentials (expired_on) where state = 'published' and expired_on is not null;
create index credentials_due_idx on credentials (publish_at, id) where state = 'scheduled';
create index credentials_purge_idx on credentials (deleted_at, id) where state = 'deleted';
create unique index credentials_renewal_key on credentials (department_id, supersedes_id)
	where supersedes_id is not null and state not in ('deleted', 'revoked');
create index credentials_name_change_idx on credentials (department_id, id desc) where name_change_open;
create index credentials_import_idx on credentials (department_id, import_id, id desc) where import_id is not null and state <> 'deleted';
create index credentials_recipient_id_idx on credentials (department_id, recipient_id) where recipient_id is not null and state <> 'deleted';
create index credentials_name_idx on credentials (department_id, lower(recipient_name), id) where state <> 'deleted';
create index credentials_expires_idx on credentials (department_id, coalesce(expired_on, 'infinity'::date), id) where state <> 'deleted';
-- Reading a credential looks up its renewal.
create index credentials_supersedes_idx on credentials (supersedes_id) where supersedes_id is not null;
-- Filters of the credential list.
create index credentials_grade_idx on credentials (department_id, grade, id) where grade is not null and state <> 'deleted';
create index credentials_created_idx on credentials (department_id, created_at) where state <> 'deleted';
create index credentials_address_idx on credentials (recipient_address, department_id);
create index credentials_test_idx on credentials (created_at, id) where test;
create index credentials_department_idx on credentials (department_id, id desc) include (group_id, test) where state <> 'deleted';
create index credentials_state_idx on credentials (department_id, state, id desc) include (group_id, test) where state <> 'deleted';
create unique index credentials_license_key on credentials (department_id, license_id, test) where license_id is not null and state <> 'deleted';
-- A renewal takes the place of what it renews when it is issued, so only one of them counts as a duplicate. Test credentials never conflict with
-- real ones.
create unique index credentials_duplicate_key on credentials (group_id, recipient_address, test)
	where not allows_duplicate and state not in ('deleted', 'revoked') and superseded_at is null
		and not (supersedes_id is not null and state in ('draft', 'scheduled'));
create index credentials_group_idx on credentials (department_id, group_id, id desc) include (test) where state <> 'deleted';
-- The issuer's own id also finds deleted credentials, for their history and to restore them.
create index credentials_deleted_license_idx on credentials (department_id, license_id) where license_id is not null and state = 'deleted';
create index credentials_private_idx on credentials (department_id, id desc) include (group_id, test) where private and state <> 'deleted';
create index credentials_issued_idx on credentials (department_id, issued_on, id) include (group_id, test) where state <> 'deleted';
-- Public links by the issuer's own id look in all departments.
create index credentials_public_license_idx on credentials (license_id) where license_id is not null and state <> 'deleted' and not test;
create index credentials_folded_idx on credentials using gin (folded(recipient_name) gin_trgm_ops, recipient_email gin_trgm_ops);
create index credentials_unmailed_idx on credentials (department_id, email_status, id desc) include (group_id, test)
	where email_status in ('uncertain', 'bounced', 'complained', 'suppressed') and state <> 'deleted';
call protect_by_department('credentials');
create policy key_groups on credentials as restrictive using (coalesce(group_id = any ((select app_groups())::bigint[]), true));
create policy mode on credentials as restrictive using (coalesce(test = (select app_test()), true));

-- Refuses state transitions that internal/issuing/credentials/states.go does not allow. A test compares the two.
create function credentials_check_state() returns trigger language plpgsql as $$
begin
	if (old.state, new.state) in (
		('draft', 'scheduled'), ('draft', 'in_progress'), ('draft', 'published'), ('draft', 'expired'), ('draft', 'deleted'),
		('scheduled', 'draft'), ('scheduled', 'in_progress'), ('scheduled', 'published'), ('scheduled', 'expired'), ('scheduled', 'deleted'),
		('in_progress', 'published'), ('in_progress', 'expired'), ('in_progress', 'suspended'), ('in_progress', 'revoked'), ('in_progress', 'deleted'),
		('published', 'in_progress'), ('published', 'expired'), ('published', 'suspended'), ('published', 'revoked'), ('published', 'deleted'),
		('expired', 'in_progress'), ('expired', 'published'), ('expired', 'suspended'), ('expired', 'revoked'), ('expired', 'deleted'),
		('suspended', 'in_progress'), ('suspended', 'published'), ('suspended', 'expired'), ('suspended', 'revoked'), ('suspended', 'deleted'),
		('revoked', 'deleted')
	) then
		return new;
	end if;
	-- What was deleted may only become what it was.
	if old.state = 'deleted' and (case
		when old.revoked_at is not null then new.state = 'revoked'
		when old.suspended_at is not null then new.state = 'suspended'
		when old.published_at is not null then new.state in ('in_progress', 'published', 'expired')
		when old.publish_at is not null then new.state in ('scheduled', 'draft')
		else new.state = 'draft'
	end) then
		return new;
	end if;
	raise exception 'a credential that is % cannot become %', old.state, new.state
		using errcode = 'check_violation', constraint = 'credentials_state_change', table = 'credentials';
end $$;

create trigger credentials_state_change before update of state on credentials
	for each row when (old.state is distinct from new.state) execute function credentials_check_state();

-- Whether a credential is a test credential; false for an unknown id.
create function credential_is_test(p_id bigint) returns boolean language sql stable
	as $$ select exists (select from credentials c where c.id = p_id and c.test) $$;

-- The ids of the department's credentials that match a search: names by folded pattern, email addresses by pattern, or exact ids. If no name
-- matches, similar names are returned, to forgive typing errors. Null if there are more than p_most. Row-level security keeps ilike from using an
-- index, because a leaky operator could reveal rows of other departments. This function therefore runs as its owner and names the department
-- itself.
create function credential_candidates(
	p_term text, p_name text, p_email text, p_exact text, p_id bigint, p_uuid uuid, p_most integer
) returns bigint[] language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set pg_trgm.word_similarity_threshold = 0.55 as $$
declare
	found bigint[];
	among text := 'select array(select c.id from credentials c where c.department_id = $1 and c.state <> ''deleted'''
		|| case when p_email is null then '' else format(' and c.recipient_address = lower(%L)', p_email) end;
	words text := '';
	alike text := '';
begin
	if p_term is not null then
		words := format(' and (folded(c.recipient_name) like folded(%1$L) or c.recipient_email ilike %1$L', p_term)
			|| format(' or c.license_id = %1$L or c.encoded_id = %1$L', p_exact)
			|| case when p_id is null then '' else format(' or c.id = %s', p_id) end
			|| case when p_uuid is null then '' else format(' or c.uuid = %L', p_uuid) end || ')';
		if char_length(p_exact) >= 4 then alike := format(' and folded(c.recipient_name) %%> folded(%L)', p_exact); end if;
	end if;
	if p_name is not null then
		words := words || format(' and folded(c.recipient_name) like folded(%L)', p_name);
		if char_length(p_name) >= 6 then alike := alike || format(' and folded(c.recipient_name) %%> folded(%L)', trim(p_name, '%')); end if;
	end if;
	execute among || words || ' limit $2)' into found using app_department(), p_most + 1;
	if cardinality(found) = 0 and alike <> '' then
		execute among || alike || ' limit $2)' into found using app_department(), p_most;
	end if;
	return case when cardinality(found) <= p_most then found end;
end $$;

revoke all on function credential_candidates from public;
grant execute on function credential_candidates to laurel_app;

-- Credentials issued by a synchronous request whose emails, signatures, documents and pictures are still to be enqueued. Rows are only inserted
-- and deleted, so that concurrent requests never wait for each other.
create table issued_lately (
	credential_id bigint primary key,
	department_id bigint not null
);
call protect_by_department('issued_lately');

-- What remains of a credential after its data was purged: enough to answer its links and to prove its content to someone who kept a copy.
create table tombstones (
	department_id bigint not null references departments,
	credential_id bigint not null,
	uuid uuid not null unique,
	encoded_id text not null unique,
	private_key text, -- null: it was public
	issued boolean not null,
	hash bytea not null check (length(hash) = 32),
	deleted_at timestamptz not null,
	purged_at timestamptz not null,
	primary key (credential_id)
);
create index tombstones_department_idx on tombstones (department_id, credential_id);
call protect_by_department('tombstones');

-- Requests to apply the current texts of a group to credentials that were issued before.
create table rewordings (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	group_id bigint not null,
	total_count integer not null,
	done_count integer not null default 0,
	created_by bigint references users on delete set null,
	api_key_id bigint references api_keys on delete set null,
	created_at timestamptz not null,
	finished_at timestamptz,
	constraint rewordings_group_fkey foreign key (department_id, group_id) references groups (department_id, id) on delete cascade
);
create index rewordings_group_idx on rewordings (group_id, id desc);
call protect_by_department('rewordings');
