-- The limits that an organization set for a calendar year; null is none.
create table load_line_v1 (
  tenant uuid not null,
  year integer not null,
  revision integer not null,
  trif numeric,
  ltif numeric,
  mvif numeric,
  set_by uuid not null,
  set_at timestamptz not null,
  primary key (tenant, year)
);

select protect_read_model('load_line_v1');
