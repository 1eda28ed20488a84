set local app.system = 'on';
-- Seeing personal data becomes a permission of its own. Roles and permission groups of before keep it. Updating a role spreads to those
-- who have it.
update roles set permissions = array_to_string(array(
	select unnest(string_to_array(permissions, ',') || 'see_personal_data'::text) as name order by name collate "C"), ',')
where not 'see_personal_data' = any(string_to_array(permissions, ','));
update permission_groups set permissions = array_to_string(array(
	select unnest(string_to_array(permissions, ',') || 'see_personal_data'::text) as name order by name collate "C"), ',')
where not 'see_personal_data' = any(string_to_array(permissions, ','));
set local app.system = '';
