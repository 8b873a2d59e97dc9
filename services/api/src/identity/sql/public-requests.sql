-- Accepted writes of people without a session, by their Idempotency-Key: a repeated one gets the first answer. The fingerprint
-- is keyed, so that nobody with the table can test guesses; the answer is sealed.
create table public_requests (
  guid uuid primary key,
  fingerprint bytea not null,
  sealed bytea,
  claimed_until timestamptz not null,
  made_at timestamptz not null default clock_timestamp()
);
create index public_requests_by_age on public_requests (made_at);
grant select, insert, update, delete on public_requests to plimsoll_app;

comment on column public_requests.sealed is 'the answer; null while the request is under way';
comment on column public_requests.claimed_until is 'until then the process that carries it out is believed to live';
