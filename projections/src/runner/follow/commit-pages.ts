import { answersOf } from '@plimsoll/postgres/ask-together';
import pg from 'pg';
import { planFolds, hand, load, project, rewritten, send, wantedBy, writesOf, type WriteNew } from './page-folds.ts';
import { pageName, type Client, type PageWork } from './page-work.ts';
import { parkEvents, parkedStreams } from '../parked/parked-events.ts';
import type { Projection } from '../tables/generation.ts';
import { inserting, upserting, type Ready } from '../tables/table-statements.ts';

/** What became of each page: `stale` ones began where the checkpoint no longer stands, and wrote nothing. */
export interface Committed {
  readonly moved: readonly PageWork[];
  readonly stale: readonly PageWork[];
  readonly parked: number;
  /** The read models that took an event. */
  readonly took: ReadonlySet<string>;
  /** Those that halted, each with the last fault. */
  readonly halted: readonly { readonly projection: Projection; readonly reason: string }[];
}

/** Pages that begin a log: there is no checkpoint yet, and whoever makes it first has the page. */
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
 * Takes pages of any number of tenants and read models in one transaction: moves the checkpoints that stand where the
 * pages began, and writes the rows of those. Throws PoisonedPage, or the database's fault; then nothing was written.
 */
export const commitPages = (
  client: Client,
  works: readonly PageWork[],
  writeNew: WriteNew = inserting,
): Promise<Committed> => committed(client, works, writeNew, true);

/** Tries once more for each of the two reasons that going the short way may have. */
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
    // A set was dropped, whose tables were looked into before it was known: what stands is taken all the same.
    if (error.code === NO_TABLE && isLookedUpAtOnce) return committed(client, works, writeNew, false);
    // A row that was taken for new is there: this once everything is written over, and rows of that table are looked for from now on.
    if (error.code !== UNIQUE_VIOLATION || writeNew === upserting) throw error;
    if (error.table) rewritten.add(error.table);
    return committed(client, works, upserting, isLookedUpAtOnce);
  }
}

const NO_TABLE = '42P01';
const UNIQUE_VIOLATION = '23505';

/**
 * Two round trips, where the connection allows that statements go out together: what begins the transaction, moves the
 * checkpoints and looks up rows; then what writes them and ends it. Nothing is sent of a part before all of it has been made.
 * @param isLookedUpAtOnce whether rows are looked up before it is known which sets stand.
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
    const [, ...answers] = await answersOf(client, [
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
      // Less is to be taken than was looked up: somebody was quicker, or a stream is set aside.
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
 * Begins a transaction that works on the rows of these tenants in these sets. Until it ends none of the sets can be
 * dropped (`retireSet` waits for it); whether they are still there the next statement sees.
 */
export function beginning(tenants: readonly string[], sets: readonly string[]): string {
  const distinct = [...new Set(tenants)];
  if (!distinct.every((tenant) => /^[0-9a-f-]{36}$/.test(tenant))) throw new Error('A tenant is a guid in lower case');
  return `begin; select set_config('plimsoll.tenants', '{${distinct.join(',')}}', true)${[...new Set(sets)].map((set) => `, pg_advisory_xact_lock_shared(${lockOf(set)})`).join('')}`;
}

/** Names a set among advisory locks, in SQL. */
export const lockOf = (set: string): string => `hashtextextended('plimsoll set ${set.replaceAll("'", '')}', 0)`;

/** @param bringing the pages that bring their read model something, if only an event that is set aside. */
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
