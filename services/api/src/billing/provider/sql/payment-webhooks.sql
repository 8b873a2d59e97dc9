-- What the provider of payments has said, each by its id and for good: said again, it is known. What it said otherwise than the log has it stands in words.
create table payment_webhooks (
  event_id text primary key,
  heard_at timestamptz not null default clock_timestamp(),
  difference text
);
create index payment_webhooks_that_differ on payment_webhooks (heard_at) where difference is not null;

alter table payment_webhooks owner to plimsoll_owner;
grant select, insert on payment_webhooks to plimsoll_app;
