drop table collection_groups, collections;
