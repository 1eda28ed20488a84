drop table if exists river_job, river_leader, river_queue, river_notification, river_migration;
drop function if exists river_job_state_in_bitmask(bit, river_job_state);
drop type if exists river_job_state;
