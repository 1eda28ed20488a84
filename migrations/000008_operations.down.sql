drop trigger if exists stacks_tell_issued on credentials;
drop trigger if exists stacks_tell on credentials;
drop trigger if exists stacks_tell on groups;
drop table if exists stack_results, stack_marks, group_prerequisites;
drop function if exists stacks_tell_issued(), stacks_tell_credentials(), stacks_tell_groups(), stacks_tell_prerequisites();
drop table if exists claims, claim_links, import_mappings, import_rows, imports, data_exports, export_items, exports, bulk_items, bulk_actions;
drop trigger if exists credentials_forget_items on credentials;
drop table if exists publication_items, publications;
drop function if exists publications_forget_items(), credentials_forget_items(), publication_items_check();
