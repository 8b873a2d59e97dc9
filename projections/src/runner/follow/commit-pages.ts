import { pipelined } from '@plimsoll/postgres/ask-together';
import pg from 'pg';
import { planFolds, hand, load, project, rewritten, send, wantedBy, writesOf, type WriteNew } from './page-folds.ts';
import { pageName, type Client, type PageWork } from './page-work.ts';
import { parkEvents, parkedStreams } from '../parked/parked-events.ts';
import type { Projection } from '../tables/generation.ts';
import { inserting, upserting, type Ready } from '../tables/table-statements.ts';

/** The result of each page. `stale` pages did not start at the current checkpoint and wrote nothing. */
export interface Committed {
  readonly moved: readonly PageWork[];
  readonly stale: readonly PageWork[];
  readonly parked: number;
  /** The read models that took an event. */
  readonly took: ReadonlySet<string>;
  /** The read models that halted, each with its last error. */
  readonly halted: readonly { readonly projection: Projection; readonly reason: string }[];
}

/** First pages of a log: there is no checkpoint yet, and whichever projector inserts it first takes the page. */
const FIRST_FENCE = `
  insert into projection_checkpoints (projection, tenant, position)
  select projection, tenant, to_position
  from unnest($1::text[], $2::uuid[], $3::bigint[]) as x(projection, tenant, to_position)
  where projection in (select name from read_model_sets)
  order by tenant, projection
  on conflict (tenant, projection) do update set position = excluded.position, updated_at = clock_timestamp() where projection_checkpoints.position = 0
  returning projection, tenant, parked`;

const FENCE = `
  with held as (
    select c.projection, c.tenant, x.from_position, x.to_position, x.brings_something
    from unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[], $5::boolean[]) as x(projection, tenant, from_position, to_position, brings_something)
    join projection_checkpoints c on c.tenant = x.tenant and c.projection = x.projection
    where x.projection in (select name from read_model_sets)
    order by c.tenant, c.projection for update of c
  )
  update projection_checkpoints c set position = held.to_position, updated_at = clock_timestamp(),
    passed_over = case when held.brings_something then 0 else c.passed_over + held.to_position - held.from_position end
  from held where c.tenant = held.tenant and c.projection = held.projection and c.position = held.from_position
  returning c.projection, c.tenant, c.parked`;

/**
 * Takes pages of any number of tenants and read models in one transaction: moves the checkpoints that are where the
 * pages start, and writes the rows of those pages.
 * @throws PoisonedPage, or an error of the database; then nothing was written.
 */
export const commitPages = (
  client: Client,
  works: readonly PageWork[],
  writeNew: WriteNew = inserting,
): Promise<Committed> => committed(client, works, writeNew, true);

/** Retries once for each of the two reasons that the fast path can fail. */
async function committed(
  client: Client,
  works: readonly PageWork[],
  writeNew: WriteNew,
  isLookedUpAtOnce: boolean,
): Promise<Committed> {
  try {
    return await inTransaction(client, works, writeNew, isLookedUpAtOnce);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    // A generation was dropped whose tables were read before that was known. The others are taken.
    if (error.code === NO_TABLE && isLookedUpAtOnce) return committed(client, works, writeNew, false);
    // A row that was inserted as new exists. Upsert everything this once, and look up that table's rows from now on.
    if (error.code !== UNIQUE_VIOLATION || writeNew === upserting) throw error;
    if (error.table) rewritten.add(error.table);
    return committed(client, works, upserting, isLookedUpAtOnce);
  }
}

const NO_TABLE = '42P01';
const UNIQUE_VIOLATION = '23505';

/**
 * Commits in two round trips, where the connection can pipeline: first begin the transaction, move the checkpoints and
 * load rows; then write rows and commit. Each part is built completely before it is sent.
 * @param isLookedUpAtOnce whether rows are loaded before it is known which generations exist.
 */
async function inTransaction(
  client: Client,
  works: readonly PageWork[],
  writeNew: WriteNew,
  isLookedUpAtOnce: boolean,
): Promise<Committed> {
  const expected = planFolds(works, new Map());
  const wanted = isLookedUpAtOnce ? wantedBy(expected.folds) : [];
  const fences = fencesOf(works, new Set([...expected.folds, ...expected.aside].map(({ work }) => work)));
  try {
    const begun = beginning(
      works.map(({ tenant }) => tenant),
      works.map(({ projection }) => projection.name),
    );
    const [, ...answers] = await pipelined(client, [
      begun,
      ...fences,
      ...wanted.flatMap(({ statements }) => statements),
    ]);
    const fenced = new Map(
      answers
        .splice(0, fences.length)
        .flatMap(({ rows }) => rows as Fenced[])
        .map((row) => [`${row.tenant}/${row.projection}`, row.parked]),
    );
    const moved = works.filter((work) => fenced.has(pageName(work)));
    const streams = await parkedStreams(
      client,
      moved.filter((work) => fenced.get(pageName(work))! > 0),
    );
    let { folds, aside } = expected;
    if (!isLookedUpAtOnce || moved.length < works.length || streams.size > 0) {
      // Less is taken than was loaded: another projector was first, or a stream is parked.
      ({ folds, aside } = planFolds(moved, streams));
      await load(client, folds);
    } else hand(wanted, answers);
    if (aside.length > 0) await parkEvents(client, aside);
    project(folds);
    await send(client, writesOf(folds, writeNew), ['commit']);
    return {
      moved,
      stale: works.filter((work) => !fenced.has(pageName(work))),
      parked: aside.length,
      took: new Set(folds.map(({ work }) => work.projection.name)),
      halted: [],
    };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * SQL that begins a transaction on the rows of these tenants in these generations. No generation can be dropped until
 * it ends (`dropGenerations` waits); the next statement sees whether they still exist.
 */
export function beginning(tenants: readonly string[], sets: readonly string[]): string {
  const distinct = [...new Set(tenants)];
  if (!distinct.every((tenant) => /^[0-9a-f-]{36}$/.test(tenant))) throw new Error('A tenant is a guid in lower case');
  return `begin; select set_config('plimsoll.tenants', '{${distinct.join(',')}}', true)${[...new Set(sets)].map((set) => `, pg_advisory_xact_lock_shared(${lockOf(set)})`).join('')}`;
}

/** SQL of a generation's advisory lock key. */
export const lockOf = (set: string): string => `hashtextextended('plimsoll set ${set.replaceAll("'", '')}', 0)`;

/** @param bringing the pages that contain an event for their read model, even if only a parked one. */
function fencesOf(works: readonly PageWork[], bringing: ReadonlySet<PageWork>): Ready[] {
  const first = works.filter(({ from }) => from === 0);
  const later = works.filter(({ from }) => from !== 0);
  const lists = (some: readonly PageWork[]) => [
    some.map(({ projection }) => projection.name),
    some.map(({ tenant }) => tenant),
  ];
  return [
    ...(first.length > 0
      ? [{ name: 'first fence', text: FIRST_FENCE, values: [...lists(first), first.map(({ to }) => to)] }]
      : []),
    ...(later.length > 0
      ? [
          {
            name: 'fence',
            text: FENCE,
            values: [
              ...lists(later),
              later.map(({ from }) => from),
              later.map(({ to }) => to),
              later.map((work) => bringing.has(work)),
            ],
          },
        ]
      : []),
  ];
}

interface Fenced {
  readonly projection: string;
  readonly tenant: string;
  readonly parked: number;
}
