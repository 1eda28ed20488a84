-- Services append webhook events with their deliveries, and prerequisites consume credential_events. stack_marks is no longer filled; the
-- previous release still reads it, so it is dropped with the next one.
drop trigger if exists stacks_tell on credentials;
drop trigger if exists stacks_tell_issued on credentials;

-- next step
drop trigger if exists webhook_tell on designs;

-- next step
drop trigger if exists webhook_tell on evidence_items;
drop trigger if exists webhook_tell_again on evidence_items;

-- next step
drop trigger if exists stacks_tell on group_prerequisites;

-- next step
drop trigger if exists stacks_tell on groups;

-- next step
drop trigger if exists webhook_tell on imports;

-- next step
drop trigger if exists webhook_tell_confirmed on name_changes;
drop trigger if exists webhook_tell_created on name_changes;
drop trigger if exists webhook_tell_decided on name_changes;

-- next step
drop trigger if exists webhook_tell on page_views;

-- next step
drop trigger if exists webhook_events_fan_out on webhook_events;
drop trigger if exists webhook_events_of_tests on webhook_events;

-- next step
-- unused since 1.1: called by these triggers only
drop function if exists stacks_tell_credentials();
-- unused since 1.1: likewise
drop function if exists stacks_tell_groups();
-- unused since 1.1: likewise
drop function if exists stacks_tell_issued();
-- unused since 1.1: likewise
drop function if exists stacks_tell_prerequisites();
-- unused since 1.1: likewise
drop function if exists webhook_events_fan_out();
-- unused since 1.1: likewise
drop function if exists webhook_events_of_tests();
-- unused since 1.1: likewise
drop function if exists webhook_tell_designs();
-- unused since 1.1: likewise
drop function if exists webhook_tell_evidence();
-- unused since 1.1: likewise
drop function if exists webhook_tell_evidence_again();
-- unused since 1.1: likewise
drop function if exists webhook_tell_imports();
-- unused since 1.1: likewise
drop function if exists webhook_tell_name_changes();
-- unused since 1.1: likewise
drop function if exists webhook_tell_views();
