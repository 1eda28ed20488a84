delete from exports where kind = 'recipient';
alter table exports drop constraint if exists exports_kind_known_check;
alter table exports add constraint exports_kind_check check (kind in ('certificate', 'certificate_print', 'badge', 'sheets'));
