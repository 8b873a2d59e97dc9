-- How the table of an import is read, as a person chose it, and what still has to be chosen before its events are reported.
alter table incident_imports
  add column sheet integer,
  add column encoding text,
  add column unanswered text[] not null default '{}',
  drop constraint incident_imports_check,
  add constraint incident_imports_mapped check (state in ('UPLOADED', 'FAILED') or mapping is not null);
comment on column incident_imports.sheet is 'index of the chosen sheet of a workbook';
comment on column incident_imports.encoding is 'chosen encoding of a text file';
comment on column incident_imports.form_version is 'of imports that were mapped before their mapping named the versions of its forms';
