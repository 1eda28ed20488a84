-- The groups of the sitemap. Search engines list a page only if its issuer allows it, which was the default before.
create index groups_indexed_idx on groups (id desc) include (updated_at) where (settings ->> 'indexing_allowed') = 'true';
