delete from mails where state = 'dropped';
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain'));
drop index mails_held_idx;
alter table mails drop column held_by;
alter table publications drop constraint publications_undo_check;
alter table publications
	drop column hold_minutes, drop column hold_until, drop column released_at, drop column undone_at, drop column undone_by,
	drop column undone_by_key, drop column undone_count, drop column undo_finished_at;
alter table departments drop column hold_minutes;
