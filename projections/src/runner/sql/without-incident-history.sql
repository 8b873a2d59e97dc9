-- An incident's history is folded from its stream: what was kept of it besides the log, with all that people had written, goes.
-- Whoever projects is waited for, and finds the read model gone afterwards.
lock table projection_checkpoints in share row exclusive mode;

do $$
declare
  gone record;
begin
  for gone in delete from read_model_sets where read_model = 'incident-history' returning name, tables loop
    delete from parked_events where projection = gone.name;
    delete from projection_checkpoints where projection = gone.name;
    execute 'drop table if exists ' || array_to_string(gone.tables, ', ');
  end loop;
  delete from read_models where name = 'incident-history';
end
$$;
