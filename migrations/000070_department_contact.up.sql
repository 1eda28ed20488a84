-- The public contact address of a department. Open Badges 2.0 requires one of every issuer; empty: the installation's sender address.
alter table departments add column contact_email text not null default '' check (char_length(contact_email) <= 320);
