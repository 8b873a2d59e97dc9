-- One row, written with the first event of all and never changed since: whose SEALING_KEY this log was sealed with.
create table installation (
  is_only boolean primary key default true check (is_only),
  sealing_key_mark text not null check (sealing_key_mark ~ '^[0-9a-f]{32}$'),
  written_at timestamptz not null default clock_timestamp()
);

comment on column installation.sealing_key_mark is '16 bytes of HKDF-SHA-256 of SEALING_KEY, info `plimsoll mark`, in hex: the key can be compared with it, and does not follow from it';

alter table installation owner to plimsoll_owner;
grant select, insert on installation to plimsoll_append;
grant select on installation to plimsoll_app, plimsoll_projector;

-- The first event of an organization comes once; the one of all writes the mark, in its own transaction.
create function mark_installation() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  ours text := nullif(current_setting('plimsoll.mark', true), '');
begin
  if ours is null then
    return new;
  end if;
  -- A log that had events before it had a mark gets one when its key has been proven, and not here.
  if not exists (select from tenant_heads where position > 0) then
    insert into installation (sealing_key_mark) values (ours) on conflict do nothing;
  end if;
  if exists (select from installation where sealing_key_mark <> ours) then
    raise exception 'SEALING_KEY is not the one that this log was sealed with';
  end if;
  return new;
end
$$;

alter function mark_installation() owner to plimsoll_owner;

create trigger mark_installation before update on tenant_heads
  for each row when (old.position = 0 and new.position > 0)
  execute function mark_installation();
