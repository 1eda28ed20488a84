drop table person_moves;
