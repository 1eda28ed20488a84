-- A wide picture above what a department issued, and what stands in the place of its logo and name on those pages; empty: none.
alter table departments
	add column page_banner text not null default '' check (char_length(page_banner) <= 2048),
	add column whitelabel_logo text not null default '' check (char_length(whitelabel_logo) <= 2048);
