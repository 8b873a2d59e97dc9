-- Jobs stand in a schema of their own, whose tables are the library's (pg-boss.sql).
create schema jobs;
