drop index credentials_created_idx;
drop index credentials_grade_idx;
drop table saved_filters;
