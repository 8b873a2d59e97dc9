import { streamName, type RecordedEvent } from '@plimsoll/event-store/event-store';
import pg from 'pg';
import { PageRows } from './page-rows.ts';
import { unreadableFor, type Client, type PageWork } from './page-work.ts';
import { parkEvents, parkedStreams, type ParkedEvent } from './parked-events.ts';
import type { Projection } from './projection.ts';
import type { Need } from './read-model.ts';
import type { AnyTable } from './table.ts';
import { insertRows, loadAllRows, loadRows, removeRows, upsertRows, type KeyOfTenant, type RowsOfTenants } from './table-statements.ts';

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
 * Takes pages of any number of tenants and read models in one transaction: moves the checkpoints that stand where the
 * pages began, and writes the rows of those. Throws PoisonedPage, or the database's fault; then nothing was written.
 */
export async function commitPages(client: Client, works: readonly PageWork[], writeNew = insertRows): Promise<Committed> {
  try {
    return await inTransaction(client, works, writeNew);
  } catch (fault) {
    // A row that was taken for new is there: this once everything is written over, and rows of that table are looked for from now on.
    if (!(fault instanceof pg.DatabaseError && fault.code === UNIQUE_VIOLATION)) throw fault;
    if (fault.table) rewritten.add(fault.table);
    return inTransaction(client, works, upsertRows);
  }
}

const UNIQUE_VIOLATION = '23505';
/** Tables in which rows that nobody asked for were there before. */
const rewritten = new Set<string>();

async function inTransaction(client: Client, works: readonly PageWork[], writeNew: typeof insertRows): Promise<Committed> {
  try {
    await begin(client, works.map(({ tenant }) => tenant), works.map(({ projection }) => projection.name));
    const fenced = await fence(client, works);
    const moved = works.filter((work) => fenced.has(named(work)));
    const { parked, took } = await foldPages(client, moved, fenced, writeNew);
    await client.query('commit');
    return { moved, stale: works.filter((work) => !fenced.has(named(work))), parked, took, halted: [] };
  } catch (fault) {
    await client.query('rollback').catch(() => undefined);
    throw fault;
  }
}

/**
 * Begins a transaction that works on the rows of these tenants in these sets. Until it ends none of the sets can be
 * dropped (`retireSet` waits for it); whether they are still there the next statement sees.
 */
export async function begin(client: Client, tenants: readonly string[], sets: readonly string[]): Promise<void> {
  const distinct = [...new Set(tenants)];
  if (!distinct.every((tenant) => /^[0-9a-f-]{36}$/.test(tenant))) throw new Error('A tenant is a guid in lower case');
  await client.query(`begin; select set_config('plimsoll.tenants', '{${distinct.join(',')}}', true)${[...new Set(sets)].map((set) => `, pg_advisory_xact_lock_shared(${lockOf(set)})`).join('')}`);
}

/** Names a set among advisory locks, in SQL. */
export const lockOf = (set: string): string => `hashtextextended('plimsoll set ${set.replaceAll("'", '')}', 0)`;

async function fence(client: Client, works: readonly PageWork[]): Promise<Map<string, number>> {
  const first = works.filter(({ from }) => from === 0);
  const later = works.filter(({ from }) => from !== 0);
  const lists = (some: readonly PageWork[]) => [some.map(({ projection }) => projection.name), some.map(({ tenant }) => tenant)];
  const rows = [
    ...(first.length > 0 ? await client.query<Fenced>({ name: 'first fence', text: FIRST_FENCE, values: [...lists(first), first.map(({ to }) => to)] }) : noRows).rows,
    ...(later.length > 0 ? await client.query<Fenced>({ name: 'fence', text: FENCE, values: [...lists(later), later.map(({ from }) => from), later.map(({ to }) => to)] }) : noRows).rows,
  ];
  return new Map(rows.map((row) => [`${row.tenant}/${row.projection}`, row.parked]));
}

interface Fenced {
  readonly projection: string;
  readonly tenant: string;
  readonly parked: number;
}

const noRows: { readonly rows: readonly Fenced[] } = { rows: [] };

interface Fold {
  readonly work: PageWork;
  readonly events: readonly RecordedEvent[];
  readonly needs: readonly Need[];
  readonly rows: PageRows;
}

async function foldPages(client: Client, works: readonly PageWork[], parkedBefore: ReadonlyMap<string, number>, writeNew: typeof insertRows): Promise<{ parked: number; took: ReadonlySet<string> }> {
  const streams = await parkedStreams(client, works.filter((work) => parkedBefore.get(named(work))! > 0));
  const aside: ParkedEvent[] = [];
  const folds: Fold[] = [];
  for (const work of works) {
    const events = setAside(work, streams.get(named(work)) ?? new Set(), aside);
    const isFirst = isFirstPage(work);
    if (events.length > 0) folds.push({ work, events, needs: isFirst ? [] : neededBy(work, events), rows: new PageRows(isFirst) });
  }
  if (aside.length > 0) await parkEvents(client, aside);
  await writeFolds(client, folds, writeNew);
  return { parked: aside.length, took: new Set(folds.map(({ work }) => work.projection.name)) };
}

/** Folds events that had been set aside into rows and writes them, within the transaction at hand. Throws PoisonedPage. */
export async function foldEvents(client: Client, work: PageWork): Promise<void> {
  await writeFolds(client, [{ work, events: work.events, needs: neededBy(work, work.events), rows: new PageRows(false) }], upsertRows);
}

async function writeFolds(client: Client, folds: readonly Fold[], writeNew: typeof insertRows): Promise<void> {
  await loadNeeds(client, folds.filter(({ rows }) => !rows.isEmpty));
  for (const { work, events, rows } of folds) poisonous(work, () => work.projection.project(events, rows));
  await writeChanges(client, folds, writeNew);
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
  const parked = new Set(streams);
  const taken: RecordedEvent[] = [];
  const { eventTypes } = work.projection;
  for (const event of work.events) {
    if (event.unreadable === undefined && work.park === undefined && parked.size === 0) {
      if (eventTypes.has(event.type)) taken.push(event);
      continue;
    }
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

async function loadNeeds(client: Client, folds: readonly Fold[]): Promise<void> {
  const byTable = new Map<AnyTable, { fold: Fold; need: Need }[]>();
  for (const fold of folds) {
    for (const need of fold.needs) {
      if (need.keys !== 'ALL' && need.keys.length === 0) continue;
      const table = fold.work.projection.tableOf(need.table);
      const asking = byTable.get(table);
      if (asking) asking.push({ fold, need });
      else byTable.set(table, [{ fold, need }]);
    }
  }
  for (const [table, asking] of byTable) {
    const wholes = asking.filter(({ need }) => need.keys === 'ALL');
    const some = asking.filter(({ need }) => need.keys !== 'ALL');
    const found = [
      ...(wholes.length > 0 ? await loadAllRows(client, table, wholes.map(({ fold }) => fold.work.tenant)) : []),
      ...(some.length > 0 ? await loadRows(client, table, some.flatMap(keysOf)) : []),
    ];
    const byTenant = new Map<string, Record<string, unknown>[]>();
    for (const { tenant, ...row } of found) {
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

async function writeChanges(client: Client, folds: readonly Fold[], writeNew: typeof insertRows): Promise<void> {
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
  for (const [table, { added, changed, removed }] of byTable) {
    if (removed.length > 0) await removeRows(client, table, removed);
    if (added.rows.length > 0) await writeNew(client, table, added);
    if (changed.rows.length > 0) await upsertRows(client, table, changed);
  }
}

type Written = RowsOfTenants & { readonly tenants: string[]; readonly rows: Record<string, unknown>[] };

function append(written: Written, tenant: string, rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) {
    written.tenants.push(tenant);
    written.rows.push(row);
  }
}
