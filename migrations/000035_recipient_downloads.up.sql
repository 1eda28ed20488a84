-- A download may contain everything about one recipient.
alter table exports add constraint exports_kind_known_check check (kind in ('certificate', 'certificate_print', 'badge', 'sheets', 'recipient')) not valid;
alter table exports drop constraint if exists exports_kind_check;
alter table exports validate constraint exports_kind_known_check;
