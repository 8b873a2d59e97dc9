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
