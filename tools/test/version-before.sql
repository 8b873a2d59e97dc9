-- Every migration of an earlier version, as it ran there: what databases of that version are made of. Those of later versions go the same way, and fewer steps of it.
-- @migration postgres/roles
-- Roles belong to the whole cluster, so another database may have made them already, or be making them now.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('plimsoll_owner', 'nologin'),
      ('plimsoll_append', 'nologin'),
      ('plimsoll_app', 'login'),
      ('plimsoll_projector', 'login')
    ) as roles(name, login)
  loop
    begin
      execute format('create role %I %s nosuperuser nobypassrls nocreatedb nocreaterole noinherit', wanted.name, wanted.login);
    exception
      when duplicate_object or unique_violation then null;
    end;
  end loop;
  -- Who migrates hands over what it makes to these two; a superuser needs no leave for that.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant plimsoll_owner, plimsoll_append to %I', current_user);
    exception
      when insufficient_privilege then null; -- it has been given them without leave to pass them on
    end;
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to plimsoll_owner, plimsoll_append, plimsoll_app, plimsoll_projector;
grant create on schema public to plimsoll_owner, plimsoll_append;
-- @migration postgres/current-tenant
-- The tenant that policies compare with. Nothing set reads as no tenant, which matches no row.
-- Policies call it as (select current_tenant()), so that it is computed once for a statement and not for every row.
create or replace function current_tenant() returns uuid
language sql stable parallel safe
set search_path = pg_catalog
return nullif(current_setting('plimsoll.tenant', true), '')::uuid;

alter function current_tenant() owner to plimsoll_owner;
-- @migration event-store/tenant-heads
-- One row per tenant: the position, the running hash and the time that its newest event was given.
-- Whoever appends holds this row's lock, so commit order is position order. The fill factor leaves room for updates in place.
create table tenant_heads (
  tenant uuid primary key,
  position bigint not null default 0,
  recorded_at timestamptz not null default '-infinity',
  hash bytea not null
) with (fillfactor = 20);

alter table tenant_heads owner to plimsoll_owner;
alter table tenant_heads enable row level security;
alter table tenant_heads force row level security;

create policy append on tenant_heads to plimsoll_append using (true) with check (true);
create policy tenant_reads on tenant_heads for select to plimsoll_app using (tenant = (select current_tenant()));
create policy projector_reads_all on tenant_heads for select to plimsoll_projector using (true);

grant select, insert, update on tenant_heads to plimsoll_append;
grant select on tenant_heads to plimsoll_app, plimsoll_projector;
-- @migration event-store/number-series
-- The numbers that people see: each kind of stream of a tenant has a series of its own. A row is touched under its head's
-- lock alone, by appends that draw a number.
create table number_series (
  tenant uuid not null,
  kind text collate "C" not null,
  number bigint not null,
  primary key (tenant, kind)
) with (fillfactor = 20);

comment on column number_series.number is 'the newest that was drawn';

alter table number_series owner to plimsoll_owner;
alter table number_series enable row level security;
alter table number_series force row level security;

create policy append on number_series to plimsoll_append using (true) with check (true);
create policy tenant_reads on number_series for select to plimsoll_app, plimsoll_projector using (tenant = (select current_tenant()));

grant select, insert, update on number_series to plimsoll_append;
grant select on number_series to plimsoll_app, plimsoll_projector;
-- @migration event-store/events
-- The log. Nobody may update or delete here: the grants say so for every role that can log in.
-- The columns stand in this order so that no padding is stored between them.
create table events (
  position bigint not null,
  recorded_at timestamptz not null,
  number bigint,
  revision integer not null,
  size smallint not null,
  tenant uuid not null,
  stream uuid not null,
  kind text collate "C" not null,
  command_id uuid,
  hash bytea not null,
  fingerprint bytea,
  body text not null,
  primary key (tenant, stream, kind, revision),
  constraint events_position unique (tenant, position)
);

comment on column events.kind is 'of what the stream is: a stream is named by kind and guid together';
comment on column events.size is 'how many events the command wrote';
comment on column events.command_id is 'on the first event of a command only, where it is the stored answer of that command';
comment on column events.body is 'RFC 8785 text of id, type, schemaVersion, data, metadata: what is hashed';

create unique index events_command on events (tenant, command_id) where command_id is not null;

alter table events owner to plimsoll_owner;
alter table events enable row level security;
alter table events force row level security;

create policy append on events to plimsoll_append using (true) with check (true);
create policy tenant_reads on events for select to plimsoll_app, plimsoll_projector using (tenant = (select current_tenant()));

grant select, insert on events to plimsoll_append;
grant select on events to plimsoll_app, plimsoll_projector;
-- @migration event-store/reservations
-- Names that only one may hold. The key is a keyed hash: no name or address stands here.
create table reservations (
  tenant uuid not null,
  key text not null,
  position bigint not null,
  primary key (tenant, key)
);

alter table reservations owner to plimsoll_owner;
alter table reservations enable row level security;
alter table reservations force row level security;

create policy append on reservations to plimsoll_append using (true) with check (true);
create policy tenant_reads on reservations for select to plimsoll_app using (tenant = (select current_tenant()));

grant select, insert, delete on reservations to plimsoll_append;
grant select on reservations to plimsoll_app;
-- @migration event-store/subject-keys
-- One key per subject (a person, or what is written in a stream), wrapped by SEALING_KEY, outside the log: destroying it
-- erases what it sealed. The row of a person's destroyed key stays without it, so that none is ever made again.
create table subject_keys (
  tenant uuid not null,
  subject uuid not null,
  stream uuid,
  wrapped bytea,
  erased_at timestamptz,
  primary key (tenant, subject),
  check ((wrapped is null) = (erased_at is not null))
);

comment on column subject_keys.stream is 'where the subject was first written of: loading that stream brings the key along. Null for the stream''s own text, which is found by name';

create index subject_keys_stream on subject_keys (tenant, stream) where stream is not null;

alter table subject_keys owner to plimsoll_owner;
alter table subject_keys enable row level security;
alter table subject_keys force row level security;

create policy append on subject_keys to plimsoll_append using (true) with check (true);
create policy tenant_reads on subject_keys for select to plimsoll_app, plimsoll_projector using (tenant = (select current_tenant()));

grant select, insert, update, delete on subject_keys to plimsoll_append;
grant select on subject_keys to plimsoll_app, plimsoll_projector;
-- @migration event-store/log-checkpoints
-- Signed statements of where a tenant's log stood. Whoever alters them lacks the key; whoever deletes them lacks the exported copies.
create table log_checkpoints (
  tenant uuid not null,
  position bigint not null,
  hash bytea not null,
  signed_at timestamptz not null,
  key_id text not null,
  signature bytea not null,
  primary key (tenant, position, signed_at)
);

alter table log_checkpoints owner to plimsoll_owner;
alter table log_checkpoints enable row level security;
alter table log_checkpoints force row level security;

create policy tenant_reads on log_checkpoints for select to plimsoll_app using (tenant = (select current_tenant()));
create policy projector_reads_all on log_checkpoints for select to plimsoll_projector using (true);
create policy projector_signs on log_checkpoints for insert to plimsoll_projector with check (tenant = (select current_tenant()));

grant select on log_checkpoints to plimsoll_app;
grant select, insert on log_checkpoints to plimsoll_projector;
-- @migration event-store/events-by-revision
-- Two events of a stream differ in their revision: whoever looks one up compares the kind, which is a text, only after it.
-- With the kind before the revision an append took a tenth longer.
alter table events drop constraint events_pkey, add primary key (tenant, stream, revision, kind);
-- @migration event-store/keyed-fingerprints
-- Fingerprints stand under a key from here on (`fingerprints.ts`). Before, they were plain digests, which nobody can tell from
-- altered ones: a log that was begun so is of an older format.
do $$
begin
  if exists (select from events) then
    raise exception 'the log was begun before its fingerprints stood under a key' using errcode = 'PL001';
  end if;
end
$$;

comment on column events.fingerprint is 'on the first event of a command only: 16 bytes of an HMAC of what was asked, then 16 of an HMAC of tenant, command and those';
-- @migration event-store/organization-lists
-- Signed statements of which organizations there were: how many, and a digest of all their guids. With those that were added
-- since the one before, so that an organization of which nothing is left can be named. Rows are only ever added.
create table organization_lists (
  signed_at timestamptz not null,
  organizations integer not null,
  digest bytea not null,
  added uuid[] not null,
  key_id text not null,
  signature bytea not null,
  primary key (signed_at, key_id)
);

comment on column organization_lists.digest is 'SHA-256 of the guids in lower case, sorted, a line feed after each';

alter table organization_lists owner to plimsoll_owner;
grant select, insert on organization_lists to plimsoll_projector;
-- @migration event-store/installation
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
-- @migration event-store/checkpoint-keys
-- The public keys that checkpoints were signed by, each with the signature of a key that takes it for one of ours: of itself
-- when it first signs, and of a key that comes after it. Whoever writes SQL can add a key, and no signature of ours.
create table checkpoint_keys (
  key_id text not null,
  public_key bytea not null,
  vouched_by text not null,
  signature bytea not null,
  vouched_at timestamptz not null default clock_timestamp(),
  primary key (key_id, vouched_by)
);

comment on column checkpoint_keys.public_key is 'the 32 bytes of an Ed25519 public key';

alter table checkpoint_keys owner to plimsoll_owner;
grant select on checkpoint_keys to plimsoll_app;
grant select, insert on checkpoint_keys to plimsoll_projector;
-- @migration event-store/open-tenants
-- Makes the heads of tenants that have none. A transaction of its own: inserted inside the append, behind other locks, it could deadlock.
create or replace function open_tenants(p_tenants uuid[]) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into tenant_heads (tenant, hash)
  select tenant, sha256(convert_to(tenant::text, 'UTF8'))
  from unnest(p_tenants) as wanted(tenant)
  order by tenant
  on conflict do nothing;
end;

alter function open_tenants(uuid[]) owner to plimsoll_append;
revoke all on function open_tenants(uuid[]) from public;
grant execute on function open_tenants(uuid[]) to plimsoll_app;
-- @migration event-store/append-events
-- Writes a batch of independent appends; one that is refused never fails its neighbours.
--
-- p_*  one entry per tenant, sorted and distinct; p_wait false skips heads that somebody else holds ('busy')
-- a_*  one entry per append: index of its tenant
-- r_*  one entry per record, the records of an append together: index of the append, index of the check of its stream, whether it draws
--      a number; command id and fingerprint on the first record of an append only
-- c_*  one entry per check, each append has at least one: kind and guid of the stream, the revision that is expected; the command id
--      on the first check of an append only
-- v_*  per reservation; l_* per released reservation; k_* per new subject key
--
-- The caller never puts two appends that share a stream, a command id or a reservation into one batch.
-- What is usual is kept in few statements: each costs about 20 µs for the batch and 0.2 µs for the record.
--
-- Answers one array. When anything was refused, first four numbers per append: status, position, revision, number. Statuses:
--   0 written, 2 repeated (the stored answer), 3 reused (same command, other fingerprint),
--   4 conflict (position = index of the check, revision = as found), 5 taken (position = index of the reservation),
--   6 the subject has a key already (position = index of the key), 7 no such tenant, 8 busy.
-- Then, always, the positions of all records, their revisions, their numbers (null for those that were refused).
do $$
declare
  former regprocedure;
begin
  -- With other arguments it would stay beside the new one.
  for former in select oid from pg_proc where proname = 'append_events' and pronamespace = 'public'::regnamespace loop
    execute 'drop function ' || former;
  end loop;
end
$$;

create function append_events(
  p_wait boolean, p_tenants uuid[],
  a_tenant integer[],
  r_append integer[], r_tenant uuid[], r_check integer[], r_numbered boolean[],
  r_command uuid[], r_fingerprint bytea[], r_size smallint[], r_body text[],
  c_append integer[], c_kind text[], c_stream uuid[], c_expected integer[], c_command uuid[],
  v_append integer[], v_key text[],
  l_append integer[], l_key text[],
  k_append integer[], k_subject uuid[], k_stream uuid[], k_wrapped bytea[]
) returns bigint[]
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  locked uuid[];
  positions bigint[];
  last_recorded timestamptz[];
  clock_is_behind boolean;
  series text[];
  numbers bigint[];
  numbers_before bigint[];
  hashes bytea[];
  head_of integer[];
  revisions integer[];
  any_known boolean;
  any_taken boolean := false;
  any_key boolean := false;
  recorded timestamptz;
  recorded_text text;
  refusals bigint[];
  record_position bigint[];
  record_revision integer[];
  record_number bigint[];
  record_hash bytea[];
  record_recorded timestamptz[];
  known record;
  i integer;
  at integer;
  head integer;
  next_position bigint;
  next_revision integer;
  next_number bigint;
  drawn_from integer;
  next_text text;
  next_hash bytea;
begin
  -- 1. The heads, in the order of their tenants; everything below happens under their locks.
  if p_wait then
    select array_agg(h.tenant), array_agg(h.position), array_agg(h.recorded_at), array_agg(h.hash)
      into locked, positions, last_recorded, hashes
      from (select * from tenant_heads where tenant = any (p_tenants) order by tenant for no key update) h;
  else
    select array_agg(h.tenant), array_agg(h.position), array_agg(h.recorded_at), array_agg(h.hash)
      into locked, positions, last_recorded, hashes
      from (select * from tenant_heads where tenant = any (p_tenants) order by tenant for no key update skip locked) h;
  end if;
  recorded := clock_timestamp();
  recorded_text := (extract(epoch from recorded) * 1000000)::bigint::text;
  next_text := recorded_text;
  -- A clock that was put back does not put the log back.
  clock_is_behind := recorded < any (last_recorded);
  if clock_is_behind then
    record_recorded := array_fill(null::timestamptz, array[cardinality(r_append)]);
  end if;

  -- 2. Where the checked streams stand (0 for all that stand lower than expected), and whether any command is known already.
  select array_agg(coalesce((select e.revision from events e
                             where e.tenant = c.tenant and e.stream = c.stream and e.kind = c.kind and e.revision >= c.expected
                             order by e.revision desc limit 1), 0)),
         bool_or(exists (select from events e where e.tenant = c.tenant and e.command_id = c.command))
    into revisions, any_known
    from (select p_tenants[a_tenant[x.append]] as tenant, x.kind, x.stream, x.expected, x.command
          from (select unnest(c_append) as append, unnest(c_kind) as kind, unnest(c_stream) as stream, unnest(c_expected) as expected, unnest(c_command) as command) x) c;

  if cardinality(v_append) > 0 then
    any_taken := exists (select from (select unnest(v_append) as append, unnest(v_key) as key) v
                         join reservations r on r.tenant = p_tenants[a_tenant[v.append]] and r.key = v.key);
  end if;
  if cardinality(k_append) > 0 then
    any_key := exists (select from (select unnest(k_append) as append, unnest(k_subject) as subject) k
                       join subject_keys s on s.tenant = p_tenants[a_tenant[k.append]] and s.subject = k.subject);
  end if;

  if any_known or any_taken or any_key or revisions <> c_expected or locked is distinct from p_tenants then
    refusals := array_fill(0::bigint, array[cardinality(a_tenant) * 4]);
    if locked is distinct from p_tenants then
      for i in 1 .. cardinality(p_tenants) loop
        head_of[i] := coalesce(array_position(locked, p_tenants[i]), 0);
      end loop;
      for i in 1 .. cardinality(a_tenant) loop
        if head_of[a_tenant[i]] = 0 then
          refusals[i * 4 - 3] := case when p_wait then 7 else 8 end;
        end if;
      end loop;
    end if;

    -- 3. Commands that are known already.
    if any_known then
      for known in
        select r.append, e.position, e.size, e.revision, e.number, e.fingerprint = r.fingerprint as same, e.tenant
        from unnest(r_append, r_tenant, r_command, r_fingerprint) as r(append, tenant, command, fingerprint)
        join events e on e.tenant = r.tenant and e.command_id = r.command
      loop
        at := known.append * 4;
        if refusals[at - 3] <> 0 then
          continue;
        end if;
        if not known.same then
          refusals[at - 3] := 3;
        else
          refusals[at - 3] := 2;
          refusals[at - 2] := known.position + known.size - 1;
          if known.size = 1 then
            refusals[at - 1] := known.revision;
            refusals[at] := known.number;
          else
            select e.revision into next_revision from events e where e.tenant = known.tenant and e.position = known.position + known.size - 1;
            select max(e.number) into next_number from events e
              where e.tenant = known.tenant and e.position between known.position and known.position + known.size - 1;
            refusals[at - 1] := next_revision;
            refusals[at] := next_number;
          end if;
        end if;
      end loop;
    end if;

    -- 4. Refusals: revisions, then reservations, then keys.
    for i in 1 .. cardinality(c_append) loop
      at := c_append[i] * 4;
      if revisions[i] <> c_expected[i] and refusals[at - 3] = 0 then
        refusals[at - 3] := 4;
        refusals[at - 2] := i;
        refusals[at - 1] := coalesce((select max(e.revision) from events e where e.tenant = p_tenants[a_tenant[c_append[i]]] and e.stream = c_stream[i] and e.kind = c_kind[i]), 0);
      end if;
    end loop;
    if any_taken then
      for known in
        select v.index, v.append
        from unnest(v_append, v_key) with ordinality as v(append, key, index)
        join reservations r on r.tenant = p_tenants[a_tenant[v.append]] and r.key = v.key
        order by v.index
      loop
        if refusals[known.append * 4 - 3] = 0 then
          refusals[known.append * 4 - 3] := 5;
          refusals[known.append * 4 - 2] := known.index;
        end if;
      end loop;
    end if;
    if any_key then
      for known in
        select k.index, k.append
        from unnest(k_append, k_subject) with ordinality as k(append, subject, index)
        join subject_keys s on s.tenant = p_tenants[a_tenant[k.append]] and s.subject = k.subject
      loop
        if refusals[known.append * 4 - 3] = 0 then
          refusals[known.append * 4 - 3] := 6;
          refusals[known.append * 4 - 2] := known.index;
        end if;
      end loop;
    end if;
  end if;

  -- 5. Positions, revisions, numbers and the hash chain, for those that were not refused.
  if true = any (r_numbered) then
    select array_agg(x.tenant || x.kind), array_agg(coalesce((select n.number from number_series n where n.tenant = x.tenant and n.kind = x.kind), 0))
      into series, numbers
      from (select distinct r.tenant, c_kind[r.at] as kind
            from (select unnest(r_tenant) as tenant, unnest(r_check) as at, unnest(r_numbered) as numbered) r where r.numbered) x;
    numbers_before := numbers;
  end if;
  for i in 1 .. cardinality(r_append) loop
    if refusals is not null and refusals[r_append[i] * 4 - 3] <> 0 then
      record_position[i] := null;
      record_revision[i] := null;
      record_number[i] := null;
      record_hash[i] := null;
      continue;
    end if;
    head := a_tenant[r_append[i]];
    if head_of is not null then
      head := head_of[head];
    end if;
    at := r_check[i];
    next_position := positions[head] + 1;
    next_revision := revisions[at] + 1;
    if series is null or not r_numbered[i] then
      next_number := null;
    else
      drawn_from := array_position(series, r_tenant[i] || c_kind[at]);
      next_number := numbers[drawn_from] + 1;
      numbers[drawn_from] := next_number;
    end if;
    if clock_is_behind then
      record_recorded[i] := greatest(recorded, last_recorded[head]);
      next_text := (extract(epoch from record_recorded[i]) * 1000000)::bigint::text;
    end if;
    next_hash := sha256(
      hashes[head]
      || sha256(convert_to(concat_ws(E'\n', r_tenant[i], next_position, c_kind[at] || ':' || c_stream[at], next_revision, next_text, coalesce(next_number::text, '')), 'UTF8'))
      || sha256(convert_to(r_body[i], 'UTF8')));
    positions[head] := next_position;
    hashes[head] := next_hash;
    revisions[at] := next_revision;
    record_position[i] := next_position;
    record_revision[i] := next_revision;
    record_number[i] := next_number;
    record_hash[i] := next_hash;
  end loop;

  -- 6. The events.
  insert into events (position, recorded_at, number, revision, size, tenant, stream, kind, command_id, hash, fingerprint, body)
  select x.position, coalesce(x.recorded_at, recorded), x.number, x.revision, x.size, x.tenant, c_stream[x.at], c_kind[x.at], x.command_id, x.hash, x.fingerprint, x.body
  from (select unnest(record_position) as position, unnest(record_recorded) as recorded_at, unnest(record_number) as number, unnest(record_revision) as revision,
               unnest(r_size) as size, unnest(r_tenant) as tenant, unnest(r_check) as at,
               unnest(r_command) as command_id, unnest(record_hash) as hash, unnest(r_fingerprint) as fingerprint,
               unnest(r_body) as body) x
  where x.position is not null;

  -- 7. The heads, then what is rare.
  update tenant_heads h set position = x.position, recorded_at = greatest(h.recorded_at, recorded), hash = x.hash
  from (select unnest(locked) as tenant, unnest(positions) as position, unnest(hashes) as hash) x
  where h.tenant = x.tenant and h.position <> x.position;
  if series is not null then
    insert into number_series (tenant, kind, number)
    -- Only those that were drawn from: of a tenant whose head somebody else holds the number that was read is theirs to change.
    select left(x.name, 36)::uuid, substr(x.name, 37), x.number
    from (select unnest(series) as name, unnest(numbers) as number, unnest(numbers_before) as before) x where x.number > x.before
    on conflict (tenant, kind) do update set number = excluded.number;
  end if;
  if cardinality(l_append) > 0 then
    delete from reservations r using unnest(l_append, l_key) as l(append, key)
    where (refusals is null or refusals[l.append * 4 - 3] = 0) and r.tenant = p_tenants[a_tenant[l.append]] and r.key = l.key;
  end if;
  if cardinality(v_append) > 0 then
    insert into reservations (tenant, key, position)
    select p_tenants[a_tenant[v.append]], v.key, (select max(r.position) from unnest(r_append, record_position) as r(append, position) where r.append = v.append)
    from unnest(v_append, v_key) as v(append, key)
    where refusals is null or refusals[v.append * 4 - 3] = 0;
  end if;
  if cardinality(k_append) > 0 then
    insert into subject_keys (tenant, subject, stream, wrapped)
    select p_tenants[a_tenant[k.append]], k.subject, k.stream, k.wrapped
    from unnest(k_append, k_subject, k_stream, k_wrapped) as k(append, subject, stream, wrapped)
    where refusals is null or refusals[k.append * 4 - 3] = 0;
  end if;
  return refusals || record_position || record_revision::bigint[] || record_number;
end
$$;

alter function append_events owner to plimsoll_append;
revoke all on function append_events from public;
grant execute on function append_events to plimsoll_app;
-- @migration event-store/load-streams
-- Loads several streams at once, each with the first answer of the command that asks for it.
-- Runs as the caller under row-level security; the tenant is set for each load and ends with the statement's transaction.
-- Stable, so that everything is read in the one snapshot of the calling statement: a command that commits meanwhile is
-- seen either with its events and its answer, or with neither.
--
-- item: 0 an event, 1 the stored answer (repeated), 2 the command id was used for something else,
--       3 a subject key first used in this stream, or that of its text (subject in `stream`, wrapped key in `hash`)
-- p_texts  the subject of what is written in each stream itself
drop function if exists load_streams(uuid[], text[], uuid[], uuid[], bytea[]);
drop function if exists load_streams(uuid[], uuid[], uuid[], bytea[]);
create or replace function load_streams(p_tenants uuid[], p_kinds text[], p_streams uuid[], p_texts uuid[], p_commands uuid[], p_fingerprints bytea[])
returns table (load integer, item smallint, "position" bigint, revision integer, number bigint, recorded_us bigint, kind text, stream uuid, hash bytea, body text)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
#variable_conflict use_column
declare
  first record;
begin
  for i in 1 .. cardinality(p_tenants) loop
    perform set_config('plimsoll.tenant', p_tenants[i]::text, true);
    if p_commands[i] is not null then
      select e.position, e.size, e.fingerprint = p_fingerprints[i] as same into first
        from events e where e.tenant = p_tenants[i] and e.command_id = p_commands[i];
      if found then
        if first.same then
          return query
            select i, 1::smallint, last.position, last.revision,
                   (select max(e.number) from events e where e.tenant = p_tenants[i] and e.position between first.position and last.position),
                   null::bigint, null::text, null::uuid, null::bytea, null::text
            from events last where last.tenant = p_tenants[i] and last.position = first.position + first.size - 1;
        else
          return query select i, 2::smallint, null::bigint, null::integer, null::bigint, null::bigint, null::text, null::uuid, null::bytea, null::text;
        end if;
        continue;
      end if;
    end if;
    return query
      select i, 0::smallint, e.position, e.revision, e.number, (extract(epoch from e.recorded_at) * 1000000)::bigint, e.kind, e.stream, e.hash, e.body
      from events e where e.tenant = p_tenants[i] and e.stream = p_streams[i] and e.kind = p_kinds[i] order by e.revision;
    return query
      select i, 3::smallint, null::bigint, null::integer, null::bigint, null::bigint, null::text, s.subject, s.wrapped, null::text
      from subject_keys s where s.tenant = p_tenants[i] and s.subject = p_texts[i]
      union all
      select i, 3::smallint, null::bigint, null::integer, null::bigint, null::bigint, null::text, s.subject, s.wrapped, null::text
      from subject_keys s where s.tenant = p_tenants[i] and s.stream = p_streams[i];
  end loop;
end
$$;

alter function load_streams(uuid[], text[], uuid[], uuid[], uuid[], bytea[]) owner to plimsoll_owner;
revoke all on function load_streams(uuid[], text[], uuid[], uuid[], uuid[], bytea[]) from public;
grant execute on function load_streams(uuid[], text[], uuid[], uuid[], uuid[], bytea[]) to plimsoll_app, plimsoll_projector;
-- @migration event-store/read-page
-- A page of a tenant's events with the head as it stood in the same snapshot; one row without an event when there is nothing after,
-- and nulls for a head that is not there: its events are read all the same, so that `verify` can say so.
-- `head_series` is what the number series of the tenant say, as JSON: kind to number.
-- Runs as the caller under row-level security; the tenant ends with the statement's transaction.
drop function if exists read_page(uuid, bigint, integer);
create function read_page(p_tenant uuid, p_after bigint, p_limit integer)
returns table (head bigint, head_series text, head_hash bytea, "position" bigint, revision integer, number bigint, recorded_us bigint,
               kind text, stream uuid, hash bytea, body text, command_id uuid, size smallint, fingerprint bytea)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
rows 2000
as $$
#variable_conflict use_column
begin
  perform set_config('plimsoll.tenant', p_tenant::text, true);
  return query
    select h.position, (select json_object_agg(n.kind, n.number)::text from number_series n where n.tenant = p_tenant), h.hash, e.position, e.revision, e.number, (extract(epoch from e.recorded_at) * 1000000)::bigint,
           e.kind, e.stream, e.hash, e.body, e.command_id, e.size, e.fingerprint
    from (select p_tenant as tenant) asked
    left join tenant_heads h on h.tenant = asked.tenant
    left join lateral (
      select * from events x where x.tenant = p_tenant and x.position > p_after order by x.position limit p_limit
    ) e on true
    order by e.position;
end
$$;

alter function read_page(uuid, bigint, integer) owner to plimsoll_owner;
revoke all on function read_page(uuid, bigint, integer) from public;
grant execute on function read_page(uuid, bigint, integer) to plimsoll_app, plimsoll_projector;
-- @migration event-store/read-pages
-- Pages of several tenants in one statement: for each the head, then the events after p_after, all in the one snapshot of the calling statement.
-- Runs as the caller under row-level security; the tenant is set for each page and ends with the statement's transaction.
create or replace function read_pages(p_tenants uuid[], p_after bigint[], p_limit integer[])
returns table (page integer, head bigint, "position" bigint, revision integer, number bigint, recorded_us bigint, kind text, stream uuid, hash bytea, body text)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
set work_mem = '32MB'
rows 10000
as $$
#variable_conflict use_column
begin
  for i in 1 .. cardinality(p_tenants) loop
    perform set_config('plimsoll.tenant', p_tenants[i]::text, true);
    return query
      select i, h.position, null::bigint, null::integer, null::bigint, null::bigint, null::text, null::uuid, null::bytea, null::text
      from tenant_heads h where h.tenant = p_tenants[i];
    return query
      select i, null::bigint, e.position, e.revision, e.number, (date_part('epoch', e.recorded_at) * 1000000)::bigint, e.kind, e.stream, e.hash, e.body
      from events e where e.tenant = p_tenants[i] and e.position > p_after[i] order by e.position limit p_limit[i];
  end loop;
end
$$;

alter function read_pages(uuid[], bigint[], integer[]) owner to plimsoll_owner;
revoke all on function read_pages(uuid[], bigint[], integer[]) from public;
grant execute on function read_pages(uuid[], bigint[], integer[]) to plimsoll_app, plimsoll_projector;
-- @migration event-store/position-at
-- The highest position that was recorded not later than an instant, 0 if none. The time of recording never goes back within
-- a tenant, so it is looked for by halves. An instant is meant to its millisecond, in which events are read.
create or replace function position_at(p_tenant uuid, p_instant timestamptz) returns bigint
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
begin
  perform set_config('plimsoll.tenant', p_tenant::text, true);
  select h.position into high from tenant_heads h where h.tenant = p_tenant;
  high := coalesce(high, 0);
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select e.recorded_at < p_instant + interval '1 millisecond' from events e where e.tenant = p_tenant and e.position = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end
$$;

alter function position_at(uuid, timestamptz) owner to plimsoll_owner;
revoke all on function position_at(uuid, timestamptz) from public;
grant execute on function position_at(uuid, timestamptz) to plimsoll_app, plimsoll_projector;
-- @migration event-store/read-subject-keys
-- The wrapped keys of subjects of several tenants; one that was destroyed for good is null, an unknown one is not there.
drop function if exists read_subject_keys(uuid, uuid[]);
create or replace function read_keys_of_tenants(p_tenants uuid[], p_subjects uuid[])
returns table (tenant uuid, subject uuid, wrapped bytea)
language plpgsql stable
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  own record;
begin
  for own in select w.tenant, array_agg(w.subject) as subjects from unnest(p_tenants, p_subjects) as w(tenant, subject) group by w.tenant loop
    perform set_config('plimsoll.tenant', own.tenant::text, true);
    return query select s.tenant, s.subject, s.wrapped from subject_keys s where s.tenant = own.tenant and s.subject = any (own.subjects);
  end loop;
end
$$;

alter function read_keys_of_tenants(uuid[], uuid[]) owner to plimsoll_owner;
revoke all on function read_keys_of_tenants(uuid[], uuid[]) from public;
grant execute on function read_keys_of_tenants(uuid[], uuid[]) to plimsoll_app, plimsoll_projector;
-- @migration event-store/erase-subject
-- Destroys a subject's key; what it sealed reads as erased from then on, and the chain is untouched. For good (a person)
-- its row stays, so that none is made again, even where there was none yet. Answers whether there was a key.
-- Under the head's lock, like an append: one that is under way is either written before it, or finds the key gone.
drop function if exists erase_subject(uuid, uuid);
create or replace function erase_subject(p_tenant uuid, p_subject uuid, p_for_good boolean) returns boolean
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
declare
  had boolean;
begin
  perform open_tenants(array[p_tenant]);
  perform from tenant_heads where tenant = p_tenant for no key update;
  had := exists (select from subject_keys where tenant = p_tenant and subject = p_subject and wrapped is not null);
  if p_for_good then
    insert into subject_keys (tenant, subject, erased_at) values (p_tenant, p_subject, clock_timestamp())
    on conflict (tenant, subject) do update set wrapped = null, erased_at = excluded.erased_at where subject_keys.wrapped is not null;
  else
    delete from subject_keys where tenant = p_tenant and subject = p_subject;
  end if;
  return had;
end
$$;

alter function erase_subject(uuid, uuid, boolean) owner to plimsoll_append;
revoke all on function erase_subject(uuid, uuid, boolean) from public;
grant execute on function erase_subject(uuid, uuid, boolean) to plimsoll_app;
-- @migration event-store/log-tenants
-- Every tenant of which the log or what stands beside it holds anything, with the tables where, and when its first event was
-- recorded. One table alone can be emptied of a tenant; whoever verifies looks at all of them. It tells guids and nothing else.
-- A head without an event is none: it is made before the first append.
create or replace function log_tenants() returns table (tenant uuid, places text[], began_at timestamptz)
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set jit = off
begin atomic
  -- From tenant to tenant by the index: there are few of them among many rows.
  with recursive
  in_events as (
    (select x.tenant from events x order by x.tenant limit 1)
    union all select (select x.tenant from events x where x.tenant > e.tenant order by x.tenant limit 1) from in_events e where e.tenant is not null
  ),
  in_keys as (
    (select x.tenant from subject_keys x order by x.tenant limit 1)
    union all select (select x.tenant from subject_keys x where x.tenant > k.tenant order by x.tenant limit 1) from in_keys k where k.tenant is not null
  ),
  in_reservations as (
    (select x.tenant from reservations x order by x.tenant limit 1)
    union all select (select x.tenant from reservations x where x.tenant > r.tenant order by x.tenant limit 1) from in_reservations r where r.tenant is not null
  ),
  found as (
    select e.tenant, 'events' as place from in_events e
    union all select h.tenant, 'tenant_heads' from tenant_heads h where h.position > 0
    union all select n.tenant, 'number_series' from number_series n
    union all select r.tenant, 'reservations' from in_reservations r
    union all select k.tenant, 'subject_keys' from in_keys k
  )
  select f.tenant, array_agg(distinct f.place), (select x.recorded_at from events x where x.tenant = f.tenant and x.position = 1)
  from found f where f.tenant is not null group by f.tenant order by f.tenant;
end;

alter function log_tenants() owner to plimsoll_append;
revoke all on function log_tenants() from public;
grant execute on function log_tenants() to plimsoll_projector;
-- @migration projections/runner/read-model-roles
-- The tenants that one statement is about: a page of many small tenants, or whoever waits for one, names them all at once in plimsoll.tenants.
create or replace function named_tenants() returns uuid[]
language sql stable parallel safe
set search_path = pg_catalog
return coalesce(
  nullif(current_setting('plimsoll.tenants', true), '')::uuid[],
  array_remove(array[nullif(current_setting('plimsoll.tenant', true), '')::uuid], null));

alter function named_tenants() owner to plimsoll_owner;

-- The person who reads what is their own in every organization (plimsoll.user).
create or replace function current_user_guid() returns uuid
language sql stable parallel safe
set search_path = pg_catalog
return nullif(current_setting('plimsoll.user', true), '')::uuid;

alter function current_user_guid() owner to plimsoll_owner;

-- Gives a read model's table its tenancy: the application reads one tenant's rows, a projector writes those of its page.
-- The functions stand in a select of their own, so that they are computed once for a statement and not for every row.
create or replace function protect_read_model(read_model regclass) returns void
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', read_model);
  execute format('alter table %s force row level security', read_model);
  execute format('drop policy if exists tenant_reads on %s', read_model);
  execute format('drop policy if exists projector_writes on %s', read_model);
  execute format('create policy tenant_reads on %s for select to plimsoll_app using (tenant = (select current_tenant()))', read_model);
  execute format(
    'create policy projector_writes on %s to plimsoll_projector using (tenant = any ((select named_tenants())::uuid[])) with check (tenant = any ((select named_tenants())::uuid[]))',
    read_model);
  execute format('grant select on %s to plimsoll_app', read_model);
  execute format('grant select, insert, update, delete on %s to plimsoll_projector', read_model);
end
$$;

revoke all on function protect_read_model(regclass) from public;
-- @migration projections/runner/projection-checkpoints
-- How far each set of a read model (`incident-list@1`) has come in each tenant's log. It moves in the transaction that writes the rows, and only
-- from where the page began: of two projectors one commits.
create table projection_checkpoints (
  projection text not null,
  tenant uuid not null,
  position bigint not null default 0,
  parked integer not null default 0,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant, projection)
) with (fillfactor = 50);

alter table projection_checkpoints enable row level security;
alter table projection_checkpoints force row level security;
create policy tenant_reads on projection_checkpoints for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]));
create policy projector_sees_all on projection_checkpoints to plimsoll_projector using (true) with check (true);
grant select on projection_checkpoints to plimsoll_app;
grant select, insert, update, delete on projection_checkpoints to plimsoll_projector;

-- Events that a read model could not take, and the later ones of their streams: set aside, shown, and replayed in order.
create table parked_events (
  projection text not null,
  tenant uuid not null,
  position bigint not null,
  kind text not null,
  stream uuid not null,
  revision integer not null,
  type text not null,
  reason text not null,
  attempts integer not null default 1,
  retry_at timestamptz,
  parked_at timestamptz not null default clock_timestamp(),
  primary key (tenant, projection, position)
);

comment on column parked_events.retry_at is 'set on the first event of a stream as long as it is tried again by itself';
create index parked_events_stream on parked_events (tenant, projection, kind, stream, position);

alter table parked_events enable row level security;
alter table parked_events force row level security;
create policy tenant_reads on parked_events for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]));
create policy projector_sees_all on parked_events to plimsoll_projector using (true) with check (true);
grant select on parked_events to plimsoll_app;
grant select, insert, update, delete on parked_events to plimsoll_projector;

-- Whoever waits for a position is told when the log has not come so far: all who wait share one question.
create policy named_tenants_read on tenant_heads for select to plimsoll_app using (tenant = any ((select named_tenants())::uuid[]));
-- @migration projections/runner/read-model-sets
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
-- @migration projections/account@1
create table account_v1 (
  tenant uuid not null,
  user_guid uuid not null,
  name text not null,
  email_address text not null,
  email_lower text not null,
  registered_at timestamptz not null
);
alter table account_v1 add primary key (tenant, user_guid);
create index account_v1_email on account_v1 (tenant, email_lower);
select protect_read_model('account_v1');
alter table account_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('account@1', 'account', 1, 1, 'STANDING', '{account_v1}');

insert into read_models (name, answers) values ('account', 'account@1') on conflict (name) do nothing;
-- @migration projections/member-list@1
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
  stream uuid not null
);
alter table member_list_v1 add primary key (tenant, user_guid);
create index member_list_v1_user on member_list_v1 (user_guid);
select protect_read_model('member_list_v1');
create policy own_rows on member_list_v1 for select to plimsoll_app using (user_guid = (select current_user_guid()));
comment on table member_list_v1 is 'Past members stay, since incidents name them.';
comment on column member_list_v1.permissions is 'what was given to this person in place of what the groups give';
alter table member_list_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('member-list@1', 'member-list', 1, 1, 'STANDING', '{member_list_v1}');

insert into read_models (name, answers) values ('member-list', 'member-list@1') on conflict (name) do nothing;
-- @migration projections/organization-settings@1
create table organization_v1 (
  tenant uuid not null,
  name text not null,
  time_zone text not null,
  size_range text not null,
  created_at timestamptz not null,
  modules text[] not null,
  customer_config jsonb not null
);
alter table organization_v1 add primary key (tenant);
select protect_read_model('organization_v1');
comment on column organization_v1.customer_config is 'what was changed; the rest is as shipped';
alter table organization_v1 owner to plimsoll_owner;

create table worksite_v1 (
  tenant uuid not null,
  worksite_guid uuid not null,
  name text not null,
  region_guid uuid,
  address text,
  time_zone text,
  emergency_phone text
);
alter table worksite_v1 add primary key (tenant, worksite_guid);
select protect_read_model('worksite_v1');
alter table worksite_v1 owner to plimsoll_owner;

create table reporting_group_v1 (
  tenant uuid not null,
  reporting_group_guid uuid not null,
  name text not null,
  description text,
  status text not null
);
alter table reporting_group_v1 add primary key (tenant, reporting_group_guid);
select protect_read_model('reporting_group_v1');
alter table reporting_group_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('organization-settings@1', 'organization-settings', 1, 1, 'STANDING', '{organization_v1,worksite_v1,reporting_group_v1}');

insert into read_models (name, answers) values ('organization-settings', 'organization-settings@1') on conflict (name) do nothing;
-- @migration projections/incident-list@1
create table incident_list_v1 (
  tenant uuid not null,
  event_id uuid not null,
  number bigint not null,
  heading text not null,
  form_guid uuid not null,
  form_name text not null,
  occurrence_date date not null,
  occurrence_time text,
  time_zone text not null,
  reporting_group_guid uuid,
  worksite_guid uuid,
  region_guid uuid,
  location text,
  is_leading boolean not null,
  is_sensitive boolean not null,
  reported_at timestamptz not null,
  risk_score integer,
  search_text text not null,
  state text not null,
  workflow text not null,
  reporter_guid uuid not null,
  entered_by_guid uuid not null,
  reviewer_guid uuid,
  approver_guid uuid,
  past_reviewers uuid[] not null,
  past_approvers uuid[] not null,
  asked_by_guid uuid,
  holder_guid uuid,
  holder_since timestamptz,
  severity integer,
  likelihood integer,
  changed_since_review boolean not null,
  approved_revision integer,
  deleted_at timestamptz,
  deleted_by_guid uuid,
  revision integer not null
) with (fillfactor = 85);
alter table incident_list_v1 add primary key (tenant, event_id);
create index incident_list_v1_occurrence on incident_list_v1 (tenant, occurrence_date, number) include (event_id, is_sensitive) where deleted_at is null;
create index incident_list_v1_number on incident_list_v1 (tenant, number) include (event_id, is_sensitive) where deleted_at is null;
select protect_read_model('incident_list_v1');
comment on column incident_list_v1.search_text is 'the description in lower case; the heading is a part of it';
alter table incident_list_v1 owner to plimsoll_owner;

create table incident_person_v1 (
  tenant uuid not null,
  user_guid uuid not null,
  event_id uuid not null
);
alter table incident_person_v1 add primary key (tenant, user_guid, event_id);
select protect_read_model('incident_person_v1');
comment on table incident_person_v1 is 'Whose own an incident is: its reporter''s, of whoever entered it, and of its reviewers and approvers, present and past.';
alter table incident_person_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('incident-list@1', 'incident-list', 1, 1, 'STANDING', '{incident_list_v1,incident_person_v1}');

insert into read_models (name, answers) values ('incident-list', 'incident-list@1') on conflict (name) do nothing;
-- @migration projections/incident-detail@1
create table incident_detail_v1 (
  tenant uuid not null,
  event_id uuid not null,
  number bigint not null,
  form text not null,
  facts text not null,
  steps text not null,
  persons uuid[] not null,
  worksite_guid uuid,
  reporting_group_guid uuid,
  reported_at timestamptz not null,
  state text not null,
  workflow text not null,
  reporter_guid uuid not null,
  entered_by_guid uuid not null,
  reviewer_guid uuid,
  approver_guid uuid,
  past_reviewers uuid[] not null,
  past_approvers uuid[] not null,
  asked_by_guid uuid,
  holder_guid uuid,
  holder_since timestamptz,
  severity integer,
  likelihood integer,
  changed_since_review boolean not null,
  approved_revision integer,
  deleted_at timestamptz,
  deleted_by_guid uuid,
  revision integer not null
) with (fillfactor = 85, toast_tuple_target = 4080);
alter table incident_detail_v1 add primary key (tenant, event_id);
select protect_read_model('incident_detail_v1');
comment on column incident_detail_v1.form is 'JSON of the form as it was';
comment on column incident_detail_v1.facts is 'what the reporter wrote, as JSON; nothing is asked of it in SQL, so it is not parsed there';
comment on column incident_detail_v1.persons is 'everybody whose name is shown with it';
alter table incident_detail_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('incident-detail@1', 'incident-detail', 1, 1, 'STANDING', '{incident_detail_v1}');

insert into read_models (name, answers) values ('incident-detail', 'incident-detail@1') on conflict (name) do nothing;
-- @migration projections/incident-history@1
create table incident_history_v1 (
  tenant uuid not null,
  event_id uuid not null,
  revision integer not null,
  position bigint not null,
  type text not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  actor_guid uuid not null,
  actor_kind text not null,
  on_behalf_of_guid uuid,
  product text not null,
  device text not null,
  seal text not null,
  data text not null
);
alter table incident_history_v1 add primary key (tenant, event_id, revision);
select protect_read_model('incident_history_v1');
comment on column incident_history_v1.data is 'the event''s data as JSON; it is folded when the history is read';
alter table incident_history_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('incident-history@1', 'incident-history', 1, 1, 'STANDING', '{incident_history_v1}');

insert into read_models (name, answers) values ('incident-history', 'incident-history@1') on conflict (name) do nothing;
-- @migration projections/frequency-chart@1
create table frequency_case_v1 (
  tenant uuid not null,
  incident_guid uuid not null,
  revision integer not null,
  reporter_guid uuid not null,
  month text not null,
  is_leading boolean not null,
  is_sensitive boolean not null,
  trif_contributor boolean not null,
  ltif_contributor boolean not null,
  mvif_contributor boolean not null,
  injured_persons jsonb not null,
  is_deleted boolean not null,
  trif_cases integer not null,
  ltif_cases integer not null,
  mvif_cases integer not null,
  leading_events integer not null,
  lagging_events integer not null
);
alter table frequency_case_v1 add primary key (tenant, incident_guid);
create index frequency_case_v1_reporter on frequency_case_v1 (tenant, reporter_guid, month) include (leading_events, lagging_events);
select protect_read_model('frequency_case_v1');
comment on table frequency_case_v1 is 'What each incident adds to the rates, and to which month.';
comment on column frequency_case_v1.injured_persons is 'person type and classification of each, no name';
alter table frequency_case_v1 owner to plimsoll_owner;

create table frequency_month_v1 (
  tenant uuid not null,
  month text not null,
  trif_cases integer not null,
  ltif_cases integer not null,
  mvif_cases integer not null,
  leading_events integer not null,
  lagging_events integer not null
);
alter table frequency_month_v1 add primary key (tenant, month);
select protect_read_model('frequency_month_v1');
comment on table frequency_month_v1 is 'The sums of an organization''s month, kept by difference: what the dashboard reads does not grow with the incidents.';
alter table frequency_month_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('frequency-chart@1', 'frequency-chart', 1, 1, 'STANDING', '{frequency_case_v1,frequency_month_v1}');

insert into read_models (name, answers) values ('frequency-chart', 'frequency-chart@1') on conflict (name) do nothing;
-- @migration projections/monthly-metrics@1
create table monthly_metrics_v1 (
  tenant uuid not null,
  year_month text not null,
  revision integer not null,
  employee_hours numeric(12,2) not null,
  contractor_hours numeric(12,2) not null,
  employee_kms numeric(12,2) not null,
  contractor_kms numeric(12,2) not null,
  employee_count integer not null,
  contractor_count integer not null,
  notes text,
  recorded_by uuid not null,
  recorded_at timestamptz not null
);
alter table monthly_metrics_v1 add primary key (tenant, year_month);
select protect_read_model('monthly_metrics_v1');
comment on table monthly_metrics_v1 is 'The hours and kilometres of each month, and who entered them.';
alter table monthly_metrics_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('monthly-metrics@1', 'monthly-metrics', 1, 1, 'STANDING', '{monthly_metrics_v1}');

insert into read_models (name, answers) values ('monthly-metrics', 'monthly-metrics@1') on conflict (name) do nothing;
-- @migration projections/load-lines@1
create table load_line_v1 (
  tenant uuid not null,
  year integer not null,
  revision integer not null,
  trif numeric,
  ltif numeric,
  mvif numeric,
  set_by uuid not null,
  set_at timestamptz not null
);
alter table load_line_v1 add primary key (tenant, year);
select protect_read_model('load_line_v1');
comment on table load_line_v1 is 'The limits that an organization set for a calendar year; null is none.';
alter table load_line_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('load-lines@1', 'load-lines', 1, 1, 'STANDING', '{load_line_v1}');

insert into read_models (name, answers) values ('load-lines', 'load-lines@1') on conflict (name) do nothing;
-- @migration projections/notification-list@1
create table notification_v1 (
  tenant uuid not null,
  incident_guid uuid not null,
  revision integer not null,
  number bigint not null,
  form_name text not null,
  occurrence_date date not null,
  region_guid uuid,
  worksite_guid uuid,
  reviewer_guid uuid,
  approver_guid uuid,
  state text not null,
  is_deleted boolean not null,
  assignee_guid uuid
);
alter table notification_v1 add primary key (tenant, incident_guid);
create index notification_v1_assignee on notification_v1 (tenant, assignee_guid) where assignee_guid is not null;
select protect_read_model('notification_v1');
comment on column notification_v1.state is 'a deleted incident keeps it, so that it comes back when it is restored';
comment on column notification_v1.assignee_guid is 'who is notified now';
alter table notification_v1 owner to plimsoll_owner;

insert into read_model_sets (name, read_model, version, generation, state, tables) values ('notification-list@1', 'notification-list', 1, 1, 'STANDING', '{notification_v1}');

insert into read_models (name, answers) values ('notification-list', 'notification-list@1') on conflict (name) do nothing;
-- @migration api/identity/sql/password-credentials
-- Password hashes are no events: the log holds only the fact (PasswordChanged).
create table password_credentials (
  user_guid uuid primary key,
  hash text not null,
  -- One more with each new password: a session begins only with the version that was looked at.
  version integer not null default 1,
  changed_at timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on password_credentials to plimsoll_app;
-- @migration api/identity/sql/sessions
-- A session is the family of its refresh tokens. Tokens stand here as hashes.
create table sessions (
  session_guid uuid primary key,
  user_guid uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('SIGNED_OUT', 'TOKEN_REUSED', 'PASSWORD_CHANGED'))
);
create index sessions_of_user on sessions (user_guid) where revoked_at is null;
create index sessions_that_ended on sessions (expires_at);

create table refresh_tokens (
  hash bytea primary key,
  session_guid uuid not null references sessions on delete cascade,
  issued_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  replaced_at timestamptz,
  successor bytea
);
create index refresh_tokens_of_session on refresh_tokens (session_guid);
grant select, insert, update, delete on sessions, refresh_tokens to plimsoll_app;
-- @migration api/identity/sql/sign-in-failures
-- Who failed to sign in, as keyed hashes: neither names nor addresses stand here. The subject is an account, or one
-- device that signed in to it before.
create table sign_in_failures (
  subject bytea primary key,
  failures integer not null,
  counted_since timestamptz not null default clock_timestamp()
);
create index sign_in_failures_by_age on sign_in_failures (counted_since);

-- One row for each account that an address failed at: many accounts from one address is spraying.
create table sign_in_sprays (
  address bytea not null,
  account bytea not null,
  failed_at timestamptz not null default clock_timestamp(),
  primary key (address, account)
);
create index sign_in_sprays_by_age on sign_in_sprays (failed_at);
grant select, insert, update, delete on sign_in_failures, sign_in_sprays to plimsoll_app;
-- @migration api/identity/sql/device-keys
-- One key a person, wrapped by SEALING_KEY. It seals what a browser keeps for them, and is nowhere in plain.
create table device_keys (
  user_guid uuid primary key,
  wrapped bytea not null,
  made_at timestamptz not null default clock_timestamp()
);
grant select, insert on device_keys to plimsoll_app;
