-- Which mails went to an address lately, so that nobody is sent too many. The address stands as a keyed hash.
create table mail_marks (
  job uuid primary key,
  kind text not null,
  address_mark bytea not null,
  marked_at timestamptz not null default clock_timestamp()
);

create index mail_marks_address on mail_marks (address_mark, kind, marked_at);
create index mail_marks_age on mail_marks (marked_at);

grant select, insert, delete on mail_marks to plimsoll_projector;
