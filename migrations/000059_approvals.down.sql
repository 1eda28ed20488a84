drop function design_unapproved(bigint, bigint, bigint);
drop function approval_missing(bigint, text, bigint);
drop function approval_fingerprint(bigint, text, bigint);
drop function approval_required(bigint, text);
drop table approved_designs, approval_items, approvals, approval_policies;
