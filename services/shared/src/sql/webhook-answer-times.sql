-- How long an endpoint took to answer last: slow ones are sent to from a lane of their own.
alter table webhook_endpoints add column took_ms integer;

comment on column webhook_endpoints.took_ms is 'milliseconds of the latest attempt; null until the first';

-- Requests under way, which are few, among deliveries that wait, which may be many.
create index webhook_deliveries_claimed on webhook_deliveries (tenant, webhook_guid) where claimed_until is not null and next_at is not null;
