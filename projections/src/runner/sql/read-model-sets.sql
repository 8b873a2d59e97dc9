-- The sets of tables of each read model. One answers; another may stand beside it, filled by a rebuild or made for a new
-- version, and is followed as well, so that the answer can move to it and back without any table being touched.
create table read_model_sets (
  name text primary key,
  read_model text not null,
  version integer not null,
  generation integer not null,
  state text not null check (state in ('FILLING', 'STANDING')),
  tables text[] not null,
  halted_at timestamptz,
  halted_why text
);

comment on column read_model_sets.state is 'FILLING as long as a rebuild is at work: nobody else follows it, and it cannot answer';
comment on column read_model_sets.halted_at is 'since when nobody follows it, because it could take no event any more';

create table read_models (
  name text primary key,
  answers text not null,
  answered_before text,
  switched_at timestamptz not null default clock_timestamp(),
  generations integer not null default 1
);

comment on column read_models.answers is 'the set from which questions are answered';
comment on column read_models.generations is 'how many sets a rebuild has numbered, so that no name is used twice';

alter table read_model_sets owner to plimsoll_owner;
alter table read_models owner to plimsoll_owner;
grant select on read_model_sets, read_models to plimsoll_app, plimsoll_projector;
grant update (halted_at, halted_why) on read_model_sets to plimsoll_projector;
grant update (answers, answered_before, switched_at) on read_models to plimsoll_projector;

-- Asks the same of several tenants, one after the other, as the caller and under row-level security.
create function ask_each_tenant(p_tenants uuid[], p_question text) returns setof jsonb
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
as $$
declare
  asked uuid;
begin
  foreach asked in array p_tenants loop
    perform set_config('plimsoll.tenant', asked::text, true);
    return query execute p_question;
  end loop;
end
$$;

revoke all on function ask_each_tenant(uuid[], text) from public;
grant execute on function ask_each_tenant(uuid[], text) to plimsoll_app;
