-- Writes a batch of independent appends; one that is refused never fails its neighbours.
--
-- p_*  one entry per tenant, sorted and distinct; p_wait false skips heads that somebody else holds ('busy')
-- a_*  one entry per append: index of its tenant
-- r_*  one entry per record, the records of an append together: index of the append, of its check, whether it draws a number;
--      command id and fingerprint on the first record of an append only
-- c_*  one entry per check; v_* per reservation; l_* per released reservation; k_* per new subject key
--
-- The caller never puts two appends that share a stream, a command id or a reservation into one batch.
-- Answers four numbers per append: status, position, revision, number. Statuses:
--   1 written, 2 repeated (the stored answer), 3 reused (same command, other fingerprint),
--   4 conflict (position = index of the check, revision = as found), 5 taken (position = index of the reservation),
--   6 the subject has a key already (position = index of the key), 7 no such tenant, 8 busy.
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
  r_append integer[], r_tenant uuid[], r_stream uuid[], r_check integer[], r_numbered boolean[],
  r_command uuid[], r_fingerprint bytea[], r_size smallint[], r_body text[],
  c_append integer[], c_stream uuid[], c_expected integer[],
  v_append integer[], v_key text[],
  l_append integer[], l_key text[],
  k_append integer[], k_subject uuid[], k_stream uuid[], k_wrapped bytea[]
) returns bigint[]
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  appends constant integer := cardinality(a_tenant);
  records constant integer := cardinality(r_append);
  locked uuid[];
  positions bigint[];
  incidents bigint[];
  hashes bytea[];
  head_of integer[];
  revisions integer[];
  recorded timestamptz;
  recorded_text text;
  answers bigint[];
  record_position bigint[];
  record_revision integer[];
  record_number bigint[];
  record_hash bytea[];
  known record;
  i integer;
  at integer;
  head integer;
  next_position bigint;
  next_revision integer;
  next_number bigint;
  next_hash bytea;
  wrote boolean := false;
begin
  -- 1. The heads, in the order of their tenants; everything below happens under their locks.
  if p_wait then
    select array_agg(h.tenant), array_agg(h.position), array_agg(h.incidents), array_agg(h.hash)
      into locked, positions, incidents, hashes
      from (select * from tenant_heads where tenant = any (p_tenants) order by tenant for no key update) h;
  else
    select array_agg(h.tenant), array_agg(h.position), array_agg(h.incidents), array_agg(h.hash)
      into locked, positions, incidents, hashes
      from (select * from tenant_heads where tenant = any (p_tenants) order by tenant for no key update skip locked) h;
  end if;
  recorded := clock_timestamp();
  recorded_text := (extract(epoch from recorded) * 1000000)::bigint::text;
  answers := array_fill(0::bigint, array[appends * 4]);

  if cardinality(locked) is distinct from cardinality(p_tenants) then
    for i in 1 .. cardinality(p_tenants) loop
      head_of[i] := coalesce(array_position(locked, p_tenants[i]), 0);
    end loop;
    for i in 1 .. appends loop
      if head_of[a_tenant[i]] = 0 then
        answers[i * 4 - 3] := case when p_wait then 7 else 8 end;
      end if;
    end loop;
  end if;

  -- 2. Where the checked streams stand.
  revisions := array(
    select coalesce((select e.revision from events e where e.tenant = c.tenant and e.stream = c.stream order by e.revision desc limit 1), 0)
    from (select p_tenants[a_tenant[x.append]] as tenant, x.stream from unnest(c_append, c_stream) as x(append, stream)) c);

  -- 3. Commands that are known already.
  for known in
    select r.append, e.position, e.size, e.revision, e.number, e.fingerprint = r.fingerprint as same, e.tenant
    from unnest(r_append, r_tenant, r_command, r_fingerprint) as r(append, tenant, command, fingerprint)
    join events e on e.tenant = r.tenant and e.command_id = r.command
  loop
    i := known.append * 4;
    if answers[i - 3] <> 0 then
      continue;
    end if;
    if not known.same then
      answers[i - 3] := 3;
    else
      answers[i - 3] := 2;
      answers[i - 2] := known.position + known.size - 1;
      if known.size = 1 then
        answers[i - 1] := known.revision;
        answers[i] := known.number;
      else
        select e.revision into next_revision from events e where e.tenant = known.tenant and e.position = known.position + known.size - 1;
        select max(e.number) into next_number from events e
          where e.tenant = known.tenant and e.position between known.position and known.position + known.size - 1;
        answers[i - 1] := next_revision;
        answers[i] := next_number;
      end if;
    end if;
  end loop;

  -- 4. Refusals: revisions, then reservations, then keys.
  for i in 1 .. cardinality(c_append) loop
    at := c_append[i] * 4;
    if revisions[i] <> c_expected[i] and answers[at - 3] = 0 then
      answers[at - 3] := 4;
      answers[at - 2] := i;
      answers[at - 1] := revisions[i];
    end if;
  end loop;
  if cardinality(v_append) > 0 then
    for known in
      select v.index, v.append
      from unnest(v_append, v_key) with ordinality as v(append, key, index)
      join reservations r on r.tenant = p_tenants[a_tenant[v.append]] and r.key = v.key
      order by v.index
    loop
      if answers[known.append * 4 - 3] = 0 then
        answers[known.append * 4 - 3] := 5;
        answers[known.append * 4 - 2] := known.index;
      end if;
    end loop;
  end if;
  if cardinality(k_append) > 0 then
    for known in
      select k.index, k.append
      from unnest(k_append, k_subject) with ordinality as k(append, subject, index)
      join subject_keys s on s.tenant = p_tenants[a_tenant[k.append]] and s.subject = k.subject
    loop
      if answers[known.append * 4 - 3] = 0 then
        answers[known.append * 4 - 3] := 6;
        answers[known.append * 4 - 2] := known.index;
      end if;
    end loop;
  end if;

  -- 5. Positions, revisions, numbers and the hash chain, for those that were not refused.
  for i in 1 .. records loop
    at := r_append[i];
    head := a_tenant[at];
    at := at * 4;
    if answers[at - 3] > 1 then
      record_position[i] := null;
      record_revision[i] := null;
      record_number[i] := null;
      record_hash[i] := null;
      continue;
    end if;
    if head_of is not null then
      head := head_of[head];
    end if;
    next_position := positions[head] + 1;
    next_revision := revisions[r_check[i]] + 1;
    next_number := null;
    if r_numbered[i] then
      next_number := incidents[head] + 1;
      incidents[head] := next_number;
      answers[at] := next_number;
    elsif answers[at - 3] = 0 then
      answers[at] := null;
    end if;
    next_hash := sha256(
      hashes[head]
      || convert_to(r_tenant[i]::text || E'\n' || next_position || E'\n' || r_stream[i] || E'\n' || next_revision || E'\n' || recorded_text || E'\n' || coalesce(next_number::text, ''), 'UTF8')
      || sha256(convert_to(r_body[i], 'UTF8')));
    positions[head] := next_position;
    hashes[head] := next_hash;
    revisions[r_check[i]] := next_revision;
    record_position[i] := next_position;
    record_revision[i] := next_revision;
    record_number[i] := next_number;
    record_hash[i] := next_hash;
    answers[at - 3] := 1;
    answers[at - 2] := next_position;
    answers[at - 1] := next_revision;
    wrote := true;
  end loop;
  if not wrote then
    return answers;
  end if;

  -- 6. The events.
  insert into events (position, recorded_at, number, revision, size, tenant, stream, command_id, hash, fingerprint, body)
  select x.position, recorded, x.number, x.revision, x.size, x.tenant, x.stream, x.command_id, x.hash, x.fingerprint, x.body
  from (select unnest(record_position) as position, unnest(record_number) as number, unnest(record_revision) as revision,
               unnest(r_size) as size, unnest(r_tenant) as tenant, unnest(r_stream) as stream,
               unnest(r_command) as command_id, unnest(record_hash) as hash, unnest(r_fingerprint) as fingerprint,
               unnest(r_body) as body) x
  where x.position is not null;

  -- 7. The heads, then what is rare.
  update tenant_heads h set position = x.position, incidents = x.incidents, hash = x.hash
  from (select unnest(locked) as tenant, unnest(positions) as position, unnest(incidents) as incidents, unnest(hashes) as hash) x
  where h.tenant = x.tenant and h.position <> x.position;
  if cardinality(l_append) > 0 then
    delete from reservations r using unnest(l_append, l_key) as l(append, key)
    where answers[l.append * 4 - 3] = 1 and r.tenant = p_tenants[a_tenant[l.append]] and r.key = l.key;
  end if;
  if cardinality(v_append) > 0 then
    insert into reservations (tenant, key, position)
    select p_tenants[a_tenant[v.append]], v.key, answers[v.append * 4 - 2]
    from unnest(v_append, v_key) as v(append, key)
    where answers[v.append * 4 - 3] = 1;
  end if;
  if cardinality(k_append) > 0 then
    insert into subject_keys (tenant, subject, stream, wrapped)
    select p_tenants[a_tenant[k.append]], k.subject, k.stream, k.wrapped
    from unnest(k_append, k_subject, k_stream, k_wrapped) as k(append, subject, stream, wrapped)
    where answers[k.append * 4 - 3] = 1;
  end if;
  return answers;
end
$$;

alter function append_events owner to plimsoll_append;
revoke all on function append_events from public;
grant execute on function append_events to plimsoll_app;
