-- Codes of the reason why a publication, or its undo, ended before everything was done: its starter lost the right to do it.
alter table publications add column stop_reason text;
alter table publications add column undo_stop_reason text; -- emails are held back until somebody decides
