-- Past members stay, since incidents name them.
create table member_list_v1 (
  tenant uuid not null,
  user_guid uuid not null,
  name text not null,
  email_address text not null,
  is_admin boolean not null,
  user_groups text[] not null,
  reporting_group_guid uuid,
  permissions text[],
  is_removed boolean not null,
  joined_at timestamptz not null,
  primary key (tenant, user_guid)
);

comment on column member_list_v1.permissions is 'what was given to this person in place of what the groups give';

-- Whose memberships are asked for comes before the organization is known.
create index member_list_v1_user on member_list_v1 (user_guid);

select protect_read_model('member_list_v1');
create policy own_rows on member_list_v1 for select to plimsoll_app using (user_guid = (select current_user_guid()));
