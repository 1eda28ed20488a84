-- Every group stored the former default, so nothing tells whether its issuer chose to be found by search engines. Issuers who want that
-- switch it on again.
set local app.system = 'on';
update groups set settings = jsonb_set(settings, '{indexing_allowed}', 'false') where (settings ->> 'indexing_allowed') = 'true';
update group_defaults set defaults = jsonb_set(defaults, '{settings,indexing_allowed}', 'false')
where (defaults #>> '{settings,indexing_allowed}') = 'true';
set local app.system = '';
