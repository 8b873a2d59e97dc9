-- Until when a person has seen the news of an organization.
create table news_seen (
  tenant uuid not null,
  user_guid uuid not null,
  seen_until timestamptz not null,
  primary key (tenant, user_guid)
);
alter table news_seen owner to plimsoll_owner;
alter table news_seen enable row level security;
alter table news_seen force row level security;
create policy tenant on news_seen using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
grant select, insert, update on news_seen to plimsoll_app;
