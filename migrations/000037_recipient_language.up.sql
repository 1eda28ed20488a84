-- The language of the recipient as a BCP 47 tag, '' for the group's.
alter table credentials add column recipient_language text not null default '';
