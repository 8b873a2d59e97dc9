import { streamName, type RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { pipelined } from '@plimsoll/postgres/ask-together';
import type pg from 'pg';
import { copyRows } from '../rebuild/copy-rows.ts';
import { PageRows } from './page-rows.ts';
import { kindsOf, pageName, takenBy, unreadableFor, type Client, type PageWork } from './page-work.ts';
import type { ParkedEvent } from '../parked/parked-events.ts';
import type { Need } from '../tables/read-model.ts';
import type { AnyTable } from '../tables/table.ts';
import {
  loading,
  loadingAll,
  removing,
  upserting,
  type KeyOfTenant,
  type Ready,
  type RowsOfTenants,
} from '../tables/table-statements.ts';

/** A read model cannot take a page, because its fold throws at one of the events. */
export class PoisonedPage extends Error {
  override readonly name = 'PoisonedPage';
  readonly work: PageWork;

  constructor(work: PageWork, cause: unknown) {
    super(`${work.projection.name} cannot take an event of ${work.tenant} after ${work.from}`, { cause });
    this.work = work;
  }
}

/**
 * Writes rows that do not exist yet: by a statement, which is pipelined with the others and the commit, or in another
 * way, such as COPY, on the current connection.
 */
export type WriteNew = (table: AnyTable, rows: RowsOfTenants) => Ready | ((client: Client) => Promise<void>);

/** Writes new rows by COPY; see `copyRows`. */
export const copying: WriteNew = (table, rows) => (client) => copyRows(client, table, rows);

/** Names of tables in which rows that were not looked up turned out to exist. */
export const rewritten = new Set<string>();

/** A page with its effect on one read model. */
export interface Fold {
  readonly work: PageWork;
  readonly events: readonly RecordedEvent[];
  readonly needs: readonly Need[];
  readonly rows: PageRows;
}

/**
 * Plans what each page does, and which events are parked.
 * @param streams the streams that are already parked, by the page's name.
 */
export function planFolds(
  works: readonly PageWork[],
  streams: ReadonlyMap<string, ReadonlySet<string>>,
): { folds: readonly Fold[]; aside: readonly ParkedEvent[] } {
  const aside: ParkedEvent[] = [];
  const folds: Fold[] = [];
  for (const work of works) {
    const events = setAside(work, streams.get(pageName(work)) ?? new Set(), aside);
    const isFirst = isFirstPage(work);
    if (events.length > 0)
      folds.push({ work, events, needs: isFirst ? [] : neededBy(work, events), rows: new PageRows(isFirst) });
  }
  return { folds, aside };
}

/** Folds previously parked events into rows and writes them in the current transaction. @throws PoisonedPage */
export async function foldEvents(client: Client, work: PageWork): Promise<void> {
  const folds = [{ work, events: work.events, needs: neededBy(work, work.events), rows: new PageRows(false) }];
  await load(client, folds);
  project(folds);
  await send(client, writesOf(folds, upserting), []);
}

/** Runs the folds on their loaded rows. @throws PoisonedPage */
export function project(folds: readonly Fold[]): void {
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

/**
 * Returns the events that the read model takes. Those it cannot take, and the later ones of their streams, go to
 * `aside`.
 */
function setAside(work: PageWork, streams: ReadonlySet<string>, aside: ParkedEvent[]): readonly RecordedEvent[] {
  if (streams.size === 0 && work.park === undefined && kindsOf(work.events).isReadable)
    return takenBy(work.projection, work.events);
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

/** The rows to load from a table, and the folds that need them. */
export interface Wanted {
  readonly asking: readonly { readonly fold: Fold; readonly need: Need }[];
  readonly statements: readonly Ready[];
}

/** Plans the queries that load the rows of folds. */
export function wantedBy(folds: readonly Fold[]): Wanted[] {
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
        ...(wholes.length > 0
          ? [
              loadingAll(
                table,
                wholes.map(({ fold }) => fold.work.tenant),
              ),
            ]
          : []),
        ...(some.length > 0 ? [loading(table, some.flatMap(keysOf))] : []),
      ],
    };
  });
}

/** Loads the rows that folds need. */
export async function load(client: Client, folds: readonly Fold[]): Promise<void> {
  const wanted = wantedBy(folds);
  hand(
    wanted,
    await pipelined(
      client,
      wanted.flatMap(({ statements }) => statements),
    ),
  );
}

/** Passes loaded rows to the folds. @param answers to all of their statements, in order. */
export function hand(wanted: readonly Wanted[], answers: readonly pg.QueryResult[]): void {
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

/** Builds the writes of folds, table by table. */
export function writesOf(folds: readonly Fold[], writeNew: WriteNew): ReturnType<WriteNew>[] {
  const byTable = new Map<AnyTable, { added: Written; changed: Written; removed: KeyOfTenant[] }>();
  for (const { work, rows } of folds) {
    for (const change of rows.changes()) {
      const table = work.projection.tableOf(change.table);
      let all = byTable.get(table);
      if (!all)
        byTable.set(
          table,
          (all = { added: { tenants: [], rows: [] }, changed: { tenants: [], rows: [] }, removed: [] }),
        );
      append(all.added, work.tenant, change.added);
      append(rewritten.has(table.name) ? all.changed : all.added, work.tenant, change.notLookedUp);
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

/** Sends writes. @param last statements to send after them. */
export async function send(
  client: Client,
  writes: readonly ReturnType<WriteNew>[],
  last: readonly string[],
): Promise<void> {
  const statements = writes.filter((write) => typeof write !== 'function');
  if (statements.length === writes.length) return void (await pipelined(client, [...statements, ...last]));
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
