-- How long an endpoint took to answer last: slow ones are sent to from a lane of their own.
alter table webhook_endpoints add column took_ms integer;

comment on column webhook_endpoints.took_ms is 'milliseconds of the latest attempt; null until the first';
