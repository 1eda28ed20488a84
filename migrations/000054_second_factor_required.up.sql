-- From when on the members of a department need a second factor; null: they need none.
alter table departments add column second_factor_from timestamptz;
