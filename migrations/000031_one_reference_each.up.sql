-- A row that names a credential, a group or an import together with its department names a department that exists: asking for it once
-- more costs a question for each of many rows.
alter table credentials drop constraint credentials_department_id_fkey;
alter table publication_items drop constraint publication_items_department_id_fkey;
alter table import_rows drop constraint import_rows_department_id_fkey;
alter table bulk_items drop constraint bulk_items_department_id_fkey;
alter table signed_badges drop constraint signed_badges_department_id_fkey;

-- The items of a publication are checked all at once: a reference asks for each of them by itself, and locks the credential that it
-- finds, which took longer than issuing them. What is deleted for good takes its items along.
alter table publication_items drop constraint publication_items_credential_fkey, drop constraint publication_items_publication_id_fkey;
create function publication_items_check() returns trigger language plpgsql as $$
begin
	if tg_op = 'INSERT' then
		if not exists (select from added a where not exists (
				select from credentials c where c.id = a.credential_id and c.department_id = a.department_id)
			or not exists (select from publications p where p.id = a.publication_id and p.department_id = a.department_id)) then
			return null;
		end if;
	end if;
	raise exception 'an item belongs to a publication and a credential of its department, for good'
		using errcode = 'foreign_key_violation', constraint = 'publication_items_credential_fkey', table = 'publication_items';
end $$;
create trigger publication_items_added after insert on publication_items
	referencing new table as added for each statement execute function publication_items_check();
create trigger publication_items_moved after update of publication_id, department_id, credential_id on publication_items
	for each row execute function publication_items_check();
create function credentials_forget_items() returns trigger language plpgsql as $$
begin
	delete from publication_items i using gone g where i.department_id = g.department_id and i.credential_id = g.id;
	return null;
end $$;
create trigger credentials_forget_items after delete on credentials
	referencing old table as gone for each statement execute function credentials_forget_items();
create function publications_forget_items() returns trigger language plpgsql as $$
begin
	delete from publication_items where publication_id = old.id;
	return null;
end $$;
create trigger publications_forget_items after delete on publications for each row execute function publications_forget_items();
