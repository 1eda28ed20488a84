delete from exports where kind = 'sheets';
alter table exports drop constraint exports_sheets_check, drop constraint exports_kind_check,
	drop column marks, drop column paper, drop column gap;
alter table exports add constraint exports_kind_check check (kind in ('certificate', 'certificate_print', 'badge'));
