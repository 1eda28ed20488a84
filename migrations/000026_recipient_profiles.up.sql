-- Public profiles of recipients, one for each person. Names of profiles are taken over from recipients.vanity, which the previous release
-- still uses: a name in it means a profile that is published and shows all public credentials.
set local app.system = 'on';

create table recipient_photos (
	key text not null,
	created_at timestamptz not null,
	constraint recipient_photos_pkey primary key (key)
);
create index recipient_photos_created_idx on recipient_photos (created_at);
alter table recipient_photos enable row level security;
alter table recipient_photos force row level security;
create policy system on recipient_photos using ((select app_system()));
grant delete, insert, select, update on recipient_photos to laurel_app;

create table recipient_profiles (
	recipient_id bigint not null,
	published boolean not null,
	indexable boolean not null,
	shows text not null, -- which credentials: those chosen, or all
	headline text not null,
	bio text not null,
	links jsonb not null,
	photo_key text, -- null: no photo
	slug_changed_at timestamptz, -- null: not since it was chosen first
	created_at timestamptz not null,
	updated_at timestamptz not null,
	constraint recipient_profiles_bio_check check (char_length(bio) <= 1000),
	constraint recipient_profiles_headline_check check (char_length(headline) <= 120),
	constraint recipient_profiles_photo_key unique (photo_key),
	constraint recipient_profiles_photo_key_fkey foreign key (photo_key) references recipient_photos (key),
	constraint recipient_profiles_pkey primary key (recipient_id),
	constraint recipient_profiles_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint recipient_profiles_shows_check check (shows in ('chosen', 'all'))
);
create index recipient_profiles_indexable_idx on recipient_profiles (recipient_id desc) where published and indexable;
alter table recipient_profiles enable row level security;
alter table recipient_profiles force row level security;
create policy system on recipient_profiles using ((select app_system()));
grant delete, insert, select, update on recipient_profiles to laurel_app;

create table recipient_profile_credentials (
	recipient_id bigint not null,
	credential_id bigint not null,
	position integer not null,
	constraint recipient_profile_credentials_credential_id_fkey foreign key (credential_id) references credentials (id) on delete cascade,
	constraint recipient_profile_credentials_pkey primary key (recipient_id, credential_id),
	constraint recipient_profile_credentials_recipient_id_fkey foreign key (recipient_id) references recipient_profiles (recipient_id)
		on update cascade on delete cascade
);
create index recipient_profile_credentials_credential_idx on recipient_profile_credentials (credential_id);
alter table recipient_profile_credentials enable row level security;
alter table recipient_profile_credentials force row level security;
create policy system on recipient_profile_credentials using ((select app_system()));
grant delete, insert, select, update on recipient_profile_credentials to laurel_app;

-- Every name of a profile, with whose it is. A former one redirects until it expires, and nobody else can take it.
create table recipient_slugs (
	slug text not null,
	recipient_id bigint not null,
	expires_at timestamptz, -- null: the current one
	constraint recipient_slugs_pkey primary key (slug),
	constraint recipient_slugs_recipient_id_fkey foreign key (recipient_id) references recipients (id) on delete cascade,
	constraint recipient_slugs_slug_check check (slug ~ '^[a-z0-9](-?[a-z0-9]){2,39}$')
);
create index recipient_slugs_recipient_idx on recipient_slugs (recipient_id);
create unique index recipient_slugs_current_key on recipient_slugs (recipient_id) where expires_at is null;
alter table recipient_slugs enable row level security;
alter table recipient_slugs force row level security;
create policy system on recipient_slugs using ((select app_system()));
grant delete, insert, select, update on recipient_slugs to laurel_app;

insert into recipient_profiles (recipient_id, published, indexable, shows, headline, bio, links, created_at, updated_at)
select id, true, false, 'all', '', '', '[]', updated_at, updated_at from recipients where vanity is not null;
insert into recipient_slugs (slug, recipient_id) select vanity, id from recipients where vanity is not null;
set local app.system = '';

-- next step
-- A collection may be listed on its owner's profile.
alter table recipient_collections drop constraint recipient_collections_visibility_check;
alter table recipient_collections add constraint recipient_collections_visibility_check check (visibility in ('private', 'link', 'public')) not valid;

-- next step
alter table recipient_collections validate constraint recipient_collections_visibility_check;
