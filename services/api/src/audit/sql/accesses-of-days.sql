-- A day's lines are read in their order when they are sealed, and when they are held against their seal.
create index accesses_of_days on accesses (tenant, accessed_at, access_number);
