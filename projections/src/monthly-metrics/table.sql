-- The hours and kilometres of each month, and who entered them.
create table monthly_metrics_v1 (
  tenant uuid not null,
  year_month text not null,
  revision integer not null,
  employee_hours numeric(12, 2) not null,
  contractor_hours numeric(12, 2) not null,
  employee_kms numeric(12, 2) not null,
  contractor_kms numeric(12, 2) not null,
  employee_count integer not null,
  contractor_count integer not null,
  notes text,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  primary key (tenant, year_month)
);

select protect_read_model('monthly_metrics_v1');
