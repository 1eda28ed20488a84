set local app.system = 'on';
update roles set permissions = array_to_string(array_remove(string_to_array(permissions, ','), 'see_personal_data'), ',');
update permission_groups set permissions = array_to_string(array_remove(string_to_array(permissions, ','), 'see_personal_data'), ',');
set local app.system = '';
