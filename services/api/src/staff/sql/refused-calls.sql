-- What our staff tried to change, which they may not.
alter table staff_calls add column is_refused boolean not null default false;
