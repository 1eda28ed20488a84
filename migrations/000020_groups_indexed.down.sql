drop index groups_indexed_idx;
