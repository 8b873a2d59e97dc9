import { streamName, type RecordedEvent } from '@plimsoll/event-store/event-store';
import { answersOf } from '@plimsoll/postgres/ask-together';
import pg from 'pg';
import { copyRows } from './copy-rows.ts';
import { PageRows } from './page-rows.ts';
import { kindsOf, takenBy, unreadableFor, type Client, type PageWork } from './page-work.ts';
import { parkEvents, parkedStreams, type ParkedEvent } from './parked-events.ts';
import type { Projection } from './projection.ts';
import type { Need } from './read-model.ts';
import type { AnyTable } from './table.ts';
import { inserting, loading, loadingAll, removing, upserting, type KeyOfTenant, type Ready, type RowsOfTenants } from './table-statements.ts';

/** The read model could not take the page: there is an event in it that it throws at. */
export class PoisonedPage extends Error {
  override readonly name = 'PoisonedPage';
  readonly work: PageWork;

  constructor(work: PageWork, cause: unknown) {
    super(`${work.projection.name} cannot take an event of ${work.tenant} after ${work.from}`, { cause });
    this.work = work;
  }
}

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
    select c.projection, c.tenant, x.from_position, x.to_position
    from unnest($1::text[], $2::uuid[], $3::bigint[], $4::bigint[]) as x(projection, tenant, from_position, to_position)
    join projection_checkpoints c on c.tenant = x.tenant and c.projection = x.projection
    where x.projection in (select name from read_model_sets)
    order by c.tenant, c.projection for update of c
  )
  update projection_checkpoints c set position = held.to_position, updated_at = clock_timestamp()
  from held where c.tenant = held.tenant and c.projection = held.projection and c.position = held.from_position
  returning c.projection, c.tenant, c.parked`;

const named = (work: { tenant: string; projection: { name: string } }) => `${work.tenant}/${work.projection.name}`;

/**
 * How rows that are not there yet are written: by a statement, which goes out with the others and the commit, or in another way,
 * such as COPY, on the connection at hand.
 */
export type WriteNew = (table: AnyTable, rows: RowsOfTenants) => Ready | ((client: Client) => Promise<void>);

/** By COPY; see `copyRows`. */
export const copying: WriteNew = (table, rows) => (client) => copyRows(client, table, rows);

/**
 * Takes pages of any number of tenants and read models in one transaction: moves the checkpoints that stand where the
 * pages began, and writes the rows of those. Throws PoisonedPage, or the database's fault; then nothing was written.
 */
export const commitPages = (client: Client, works: readonly PageWork[], writeNew: WriteNew = inserting): Promise<Committed> => committed(client, works, writeNew, true);

/** Tries once more for each of the two reasons that going the short way may have. */
async function committed(client: Client, works: readonly PageWork[], writeNew: WriteNew, isLookedUpAtOnce: boolean): Promise<Committed> {
  try {
    return await inTransaction(client, works, writeNew, isLookedUpAtOnce);
  } catch (fault) {
    if (!(fault instanceof pg.DatabaseError)) throw fault;
    // A set was dropped, whose tables were looked into before it was known: what stands is taken all the same.
    if (fault.code === NO_TABLE && isLookedUpAtOnce) return committed(client, works, writeNew, false);
    // A row that was taken for new is there: this once everything is written over, and rows of that table are looked for from now on.
    if (fault.code !== UNIQUE_VIOLATION || writeNew === upserting) throw fault;
    if (fault.table) rewritten.add(fault.table);
    return committed(client, works, upserting, isLookedUpAtOnce);
  }
}

const NO_TABLE = '42P01';
const UNIQUE_VIOLATION = '23505';
/** Tables in which rows that nobody asked for were there before. */
const rewritten = new Set<string>();

/**
 * Two round trips, where the connection allows that statements go out together: what begins the transaction, moves the
 * checkpoints and looks up rows; then what writes them and ends it. Nothing is sent of a part before all of it has been made.
 * @param isLookedUpAtOnce whether rows are looked up before it is known which sets stand.
 */
async function inTransaction(client: Client, works: readonly PageWork[], writeNew: WriteNew, isLookedUpAtOnce: boolean): Promise<Committed> {
  const expected = foldsOf(works, new Map());
  const wanted = isLookedUpAtOnce ? wantedBy(expected.folds) : [];
  const fences = fencesOf(works);
  try {
    const begun = beginning(works.map(({ tenant }) => tenant), works.map(({ projection }) => projection.name));
    const [, ...answers] = await answersOf(client, [begun, ...fences, ...wanted.flatMap(({ statements }) => statements)]);
    const fenced = new Map(answers.splice(0, fences.length).flatMap(({ rows }) => rows as Fenced[]).map((row) => [`${row.tenant}/${row.projection}`, row.parked]));
    const moved = works.filter((work) => fenced.has(named(work)));
    const streams = await parkedStreams(client, moved.filter((work) => fenced.get(named(work))! > 0));
    let { folds, aside } = expected;
    if (!isLookedUpAtOnce || moved.length < works.length || streams.size > 0) {
      // Less is to be taken than was looked up: somebody was quicker, or a stream is set aside.
      ({ folds, aside } = foldsOf(moved, streams));
      await load(client, folds);
    } else hand(wanted, answers);
    if (aside.length > 0) await parkEvents(client, aside);
    project(folds);
    await send(client, writesOf(folds, writeNew), ['commit']);
    return { moved, stale: works.filter((work) => !fenced.has(named(work))), parked: aside.length, took: new Set(folds.map(({ work }) => work.projection.name)), halted: [] };
  } catch (fault) {
    await client.query('rollback').catch(() => undefined);
    throw fault;
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

function fencesOf(works: readonly PageWork[]): Ready[] {
  const first = works.filter(({ from }) => from === 0);
  const later = works.filter(({ from }) => from !== 0);
  const lists = (some: readonly PageWork[]) => [some.map(({ projection }) => projection.name), some.map(({ tenant }) => tenant)];
  return [
    ...(first.length > 0 ? [{ name: 'first fence', text: FIRST_FENCE, values: [...lists(first), first.map(({ to }) => to)] }] : []),
    ...(later.length > 0 ? [{ name: 'fence', text: FENCE, values: [...lists(later), later.map(({ from }) => from), later.map(({ to }) => to)] }] : []),
  ];
}

interface Fenced {
  readonly projection: string;
  readonly tenant: string;
  readonly parked: number;
}

interface Fold {
  readonly work: PageWork;
  readonly events: readonly RecordedEvent[];
  readonly needs: readonly Need[];
  readonly rows: PageRows;
}

/** What each page brings, and the events that are set aside. @param streams those that are set aside already, by the page's name. */
function foldsOf(works: readonly PageWork[], streams: ReadonlyMap<string, ReadonlySet<string>>): { folds: readonly Fold[]; aside: readonly ParkedEvent[] } {
  const aside: ParkedEvent[] = [];
  const folds: Fold[] = [];
  for (const work of works) {
    const events = setAside(work, streams.get(named(work)) ?? new Set(), aside);
    const isFirst = isFirstPage(work);
    if (events.length > 0) folds.push({ work, events, needs: isFirst ? [] : neededBy(work, events), rows: new PageRows(isFirst) });
  }
  return { folds, aside };
}

/** Folds events that had been set aside into rows and writes them, within the transaction at hand. Throws PoisonedPage. */
export async function foldEvents(client: Client, work: PageWork): Promise<void> {
  const folds = [{ work, events: work.events, needs: neededBy(work, work.events), rows: new PageRows(false) }];
  await load(client, folds);
  project(folds);
  await send(client, writesOf(folds, upserting), []);
}

function project(folds: readonly Fold[]): void {
  for (const { work, events, rows } of folds) poisonous(work, () => work.projection.project(events, rows));
}

function neededBy(work: PageWork, events: readonly RecordedEvent[]): readonly Need[] {
  return poisonous(work, () => work.projection.needs(events));
}

function poisonous<T>(work: PageWork, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new PoisonedPage(work, cause);
  }
}

/** The events that the read model takes now; those that it cannot, and the later ones of their streams, go into `aside`. */
function setAside(work: PageWork, streams: ReadonlySet<string>, aside: ParkedEvent[]): readonly RecordedEvent[] {
  if (streams.size === 0 && work.park === undefined && kindsOf(work.events).isReadable) return takenBy(work.projection, work.events);
  const parked = new Set(streams);
  const taken: RecordedEvent[] = [];
  const { eventTypes } = work.projection;
  for (const event of work.events) {
    const own = work.park ?? unreadableFor(work.projection, event);
    const stream = streamName(event.stream);
    if (own === undefined && !parked.has(stream)) {
      if (eventTypes.has(event.type)) taken.push(event);
      continue;
    }
    const isFirst = !parked.has(stream);
    parked.add(stream);
    aside.push({ work, event, reason: isFirst ? own! : 'BehindParkedEvent', isFirst });
  }
  return taken;
}

/** What is to be looked up in a table, and for whom. */
interface Wanted {
  readonly asking: readonly { readonly fold: Fold; readonly need: Need }[];
  readonly statements: readonly Ready[];
}

function wantedBy(folds: readonly Fold[]): Wanted[] {
  const byTable = new Map<AnyTable, { fold: Fold; need: Need }[]>();
  for (const fold of folds) {
    if (fold.rows.isEmpty) continue;
    for (const need of fold.needs) {
      if (need.keys !== 'ALL' && need.keys.length === 0) continue;
      const table = fold.work.projection.tableOf(need.table);
      const asking = byTable.get(table);
      if (asking) asking.push({ fold, need });
      else byTable.set(table, [{ fold, need }]);
    }
  }
  return [...byTable].map(([table, asking]) => {
    const wholes = asking.filter(({ need }) => need.keys === 'ALL');
    const some = asking.filter(({ need }) => need.keys !== 'ALL');
    return {
      asking,
      statements: [
        ...(wholes.length > 0 ? [loadingAll(table, wholes.map(({ fold }) => fold.work.tenant))] : []),
        ...(some.length > 0 ? [loading(table, some.flatMap(keysOf))] : []),
      ],
    };
  });
}

async function load(client: Client, folds: readonly Fold[]): Promise<void> {
  const wanted = wantedBy(folds);
  hand(wanted, await answersOf(client, wanted.flatMap(({ statements }) => statements)));
}

/** @param answers to all of their statements, in order. */
function hand(wanted: readonly Wanted[], answers: readonly pg.QueryResult[]): void {
  let next = 0;
  for (const { asking, statements } of wanted) {
    const byTenant = new Map<string, Record<string, unknown>[]>();
    for (const { tenant, ...row } of statements.flatMap(() => answers[next++]!.rows as Record<string, unknown>[])) {
      const rows = byTenant.get(tenant as string);
      if (rows) rows.push(row);
      else byTenant.set(tenant as string, [row]);
    }
    for (const { fold, need } of asking) fold.rows.load(need, byTenant.get(fold.work.tenant) ?? []);
  }
}

/** Before its first page a read model has no rows of a tenant. */
const isFirstPage = ({ from }: PageWork): boolean => from === 0;

const keysOf = ({ fold, need }: { fold: Fold; need: Need }): KeyOfTenant[] =>
  need.keys === 'ALL' ? [] : need.keys.map((key) => ({ tenant: fold.work.tenant, key }));

function writesOf(folds: readonly Fold[], writeNew: WriteNew): ReturnType<WriteNew>[] {
  const byTable = new Map<AnyTable, { added: Written; changed: Written; removed: KeyOfTenant[] }>();
  for (const { work, rows } of folds) {
    for (const change of rows.changes()) {
      const table = work.projection.tableOf(change.table);
      let all = byTable.get(table);
      if (!all) byTable.set(table, (all = { added: { tenants: [], rows: [] }, changed: { tenants: [], rows: [] }, removed: [] }));
      append(all.added, work.tenant, change.added);
      append(rewritten.has(table.name) ? all.changed : all.added, work.tenant, change.unasked);
      append(all.changed, work.tenant, change.changed);
      for (const key of change.removed) all.removed.push({ tenant: work.tenant, key });
    }
  }
  return [...byTable].flatMap(([table, { added, changed, removed }]) => [
    ...(removed.length > 0 ? [removing(table, removed)] : []),
    ...(added.rows.length > 0 ? [writeNew(table, added)] : []),
    ...(changed.rows.length > 0 ? [upserting(table, changed)] : []),
  ]);
}

/** @param last what is sent behind the writes. */
async function send(client: Client, writes: readonly ReturnType<WriteNew>[], last: readonly string[]): Promise<void> {
  const statements = writes.filter((write) => typeof write !== 'function');
  if (statements.length === writes.length) return void (await answersOf(client, [...statements, ...last]));
  for (const write of writes) await (typeof write === 'function' ? write(client) : client.query(write));
  for (const statement of last) await client.query(statement);
}

type Written = RowsOfTenants & { readonly tenants: string[]; readonly rows: Record<string, unknown>[] };

function append(written: Written, tenant: string, rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) {
    written.tenants.push(tenant);
    written.rows.push(row);
  }
}
