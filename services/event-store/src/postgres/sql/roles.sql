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
  if not pg_has_role(current_user, 'plimsoll_owner', 'member') then
    execute format('grant plimsoll_owner to %I', current_user);
  end if;
  if not pg_has_role(current_user, 'plimsoll_append', 'member') then
    execute format('grant plimsoll_append to %I', current_user);
  end if;
end
$$;

revoke create on schema public from public;
grant usage on schema public to plimsoll_owner, plimsoll_append, plimsoll_app, plimsoll_projector;
grant create on schema public to plimsoll_owner, plimsoll_append;
