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
