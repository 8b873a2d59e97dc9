-- Whoever serves has rights on the jobs' rows and on nothing else: tables, types and functions belong to the owner, and the API has no way in.
do $$
declare
  made record;
begin
  for made in select c.relname from pg_class c where c.relnamespace = 'jobs'::regnamespace and c.relkind in ('r', 'p') loop
    execute format('alter table jobs.%I owner to plimsoll_owner', made.relname);
  end loop;
  for made in select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace = 'jobs'::regnamespace loop
    execute format('alter function %s owner to plimsoll_owner', made.name);
  end loop;
end
$$;

alter type jobs.job_state owner to plimsoll_owner;
alter schema jobs owner to plimsoll_owner;

revoke all on all functions in schema jobs from public;
grant usage on schema jobs to plimsoll_projector;
grant select, insert, update, delete on all tables in schema jobs to plimsoll_projector;
grant execute on all functions in schema jobs to plimsoll_projector;
