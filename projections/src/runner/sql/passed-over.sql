-- How many positions at the end of what a set has passed brought it nothing. Where the last one stands that did (position - passed_over) tells
-- whether anything can have changed in it, and says so however much is reported meanwhile. Whoever moves a checkpoint without
-- knowing of this column says that something came: the difference grows with the position.
alter table projection_checkpoints add column passed_over bigint not null default 0;
