import pg from 'pg';

/** The generation that became active, and the previous one. */
export interface Switched {
  readonly readModel: string;
  readonly from: string;
  readonly to: string;
}

/** There is no other generation to switch to, or back to. */
export class NoOtherGeneration extends Error {
  override readonly name = 'NoOtherSet';
}

interface SwitchOptions {
  readonly projectorUrl: string;
  /** Names of read models; by default all that have another generation. */
  readonly readModels?: readonly string[];
}

interface SwitchToOptions extends SwitchOptions {
  /** Names of the generations to activate; by default the newest inactive one of each read model. */
  readonly sets?: readonly string[];
}

/**
 * Activates the inactive generation. Changes one row per read model and no table: processes notice within a second, and
 * both generations stay up to date. @throws NoOtherSet
 */
export const switchReadModels = (options: SwitchToOptions): Promise<Switched[]> =>
  activate(
    options,
    `
  select m.name as "readModel", m.answers as "from", s.name as "to" from read_models m
  join read_model_sets s on s.read_model = m.name and s.name <> m.answers and s.state = 'STANDING' and s.halted_at is null
  where m.name = any ($1) and ($2::text[] is null or s.name = any ($2)) order by m.name, s.version desc, s.generation desc`,
  );

/** Activates the generation that was active before the last switch. @throws NoOtherSet */
export const rollbackReadModels = (options: SwitchOptions): Promise<Switched[]> =>
  activate(
    options,
    `
  select m.name as "readModel", m.answers as "from", s.name as "to" from read_models m
  join read_model_sets s on s.name = m.answered_before and s.name <> m.answers and s.state = 'STANDING'
  where m.name = any ($1) and $2::text[] is null order by m.name`,
  );

async function activate({ projectorUrl, readModels, sets }: SwitchToOptions, others: string): Promise<Switched[]> {
  const client = new pg.Client({ connectionString: projectorUrl, application_name: 'plimsoll switch' });
  await client.connect();
  try {
    await client.query('begin');
    const { rows: known } = await client.query<{ name: string }>(
      'select name from read_models where $1::text[] is null or name = any ($1) order by name for update',
      [readModels ?? null],
    );
    const { rows } = await client.query<Switched>(others, [known.map(({ name }) => name), sets ?? null]);
    const switched = [...Map.groupBy(rows, ({ readModel }) => readModel).values()].map(([newest]) => newest!);
    const without = (readModels ?? []).filter((name) => !switched.some(({ readModel }) => readModel === name));
    if (without.length > 0 || switched.length === 0)
      throw new NoOtherGeneration(
        `No other set of tables stands beside the one that answers: ${without.join(', ') || 'rebuild first'}`,
      );
    for (const { readModel, from, to } of switched) {
      await client.query(
        'update read_models set answers = $2, answered_before = $3, switched_at = clock_timestamp() where name = $1',
        [readModel, to, from],
      );
    }
    await client.query('commit');
    return switched;
  } finally {
    await client.end();
  }
}
