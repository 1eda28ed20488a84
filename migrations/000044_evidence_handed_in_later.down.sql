drop trigger webhook_tell_again on evidence_items;
drop function webhook_tell_evidence_again();
