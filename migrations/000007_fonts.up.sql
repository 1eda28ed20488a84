-- Fonts that departments bring along. A font that a design was made with is never lost: deleting hides it, and a name that
-- it ever had stays its own, so that what was issued prints as it was.

create table fonts (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	name text not null check (char_length(name) between 1 and 100),
	style text not null check (style in ('sans', 'serif', 'script', 'display', 'mono')),
	licensed_by bigint references users on delete set null, -- who said that the department may use it; null for an API key
	created_at timestamptz not null,
	updated_at timestamptz not null,
	deleted_at timestamptz,
	constraint fonts_department_id_key unique (department_id, id)
);
create index fonts_department_idx on fonts (department_id, lower(name)) where deleted_at is null;
call protect_by_department('fonts');

-- Every name that a font has or had, in small letters.
create table font_names (
	department_id bigint not null references departments,
	key text not null,
	font_id bigint not null,
	primary key (department_id, key),
	constraint font_names_font_fkey foreign key (department_id, font_id) references fonts (department_id, id)
);
call protect_by_department('font_names');

-- One weight of a font, upright or italic. The file lies in the store under its hash.
create table font_files (
	id bigint generated always as identity primary key,
	department_id bigint not null references departments,
	font_id bigint not null,
	weight smallint not null check (weight between 100 and 900 and weight % 100 = 0),
	italic boolean not null,
	hash text not null check (hash ~ '^[0-9a-f]{64}$'),
	ending text not null check (ending in ('ttf', 'otf', 'woff2')),
	bytes integer not null,
	characters text not null, -- what it draws, as CSS writes a unicode-range
	file_name text not null,
	created_at timestamptz not null,
	constraint font_files_style_key unique (font_id, weight, italic),
	constraint font_files_font_fkey foreign key (department_id, font_id) references fonts (department_id, id)
);
create index font_files_department_idx on font_files (department_id, font_id);
call protect_by_department('font_files');

alter table uploads drop constraint uploads_preset_check;
alter table uploads add constraint uploads_preset_check
	check (preset in ('s3_policy', 'templates', 'evidence', 'organizations', 'fonts'));
