create table account_v1 (
  tenant uuid not null,
  user_guid uuid not null,
  name text not null,
  email_address text not null,
  email_lower text not null,
  registered_at timestamptz not null,
  primary key (tenant, user_guid)
);

create index account_v1_email on account_v1 (tenant, email_lower);

select protect_read_model('account_v1');
