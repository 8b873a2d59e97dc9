-- Mails of an installation without a mail server, to be read on its own machine. Everything of a mail is sealed.
create table mailbox (
  job uuid primary key,
  sealed bytea not null,
  sent_at timestamptz not null default clock_timestamp()
);

create index mailbox_age on mailbox (sent_at);

grant select, insert, delete on mailbox to plimsoll_projector;
