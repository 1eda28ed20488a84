-- Bundles may be sheets of paper with several certificates each, and may have marks that show where to cut.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('certificate', 'certificate_print', 'badge', 'sheets'));
alter table exports add column marks boolean not null default false;
alter table exports add column paper text not null default '' check (paper in ('', 'a4', 'us-letter'));
alter table exports add column gap integer not null default 0 check (gap between 0 and 20); -- in mm
alter table exports add constraint exports_sheets_check check ((kind = 'sheets') = (paper <> ''));
