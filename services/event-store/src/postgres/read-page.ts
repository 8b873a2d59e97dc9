import type pg from 'pg';
import type { WantedPage } from '../port/event-store.ts';
import { runStatement, type Statement } from '@plimsoll/postgres/statement';
import { int4Array, uuidArray } from '@plimsoll/postgres/binary-arrays';
import { storedEvent, type StoredEvent } from './stored-event.ts';

/** An event row with the columns that only `verify` needs. */
export interface StoredRow extends StoredEvent {
  readonly commandId: string | null;
  readonly size: number;
  /** Hex. */
  readonly fingerprint: string | null;
}

/** A page with all stored columns. */
export interface StoredPage {
  readonly rows: StoredRow[];
  /** The tenant's head in the same snapshot; the hash is null if there is no head. */
  readonly head: {
    readonly position: number;
    readonly series: Readonly<Record<string, number>>;
    readonly hash: string | null;
  };
}

/** A missing position in the log. Appending cannot cause it: rows were removed, or a read went wrong. */
class GapError extends Error {
  override readonly name = 'GapError';
  readonly tenant: string;
  readonly position: number;

  constructor(tenant: string, position: number, found: number | null) {
    super(
      `The log of ${tenant} has no event at position ${position}${found === null ? '' : `; ${found} follows instead`}`,
    );
    this.tenant = tenant;
    this.position = position;
  }
}

const READ_PAGE: Statement = {
  name: 'read_page',
  text: 'select head, head_numbers, head_hash, "position", revision, number, recorded_us, kind, stream, hash, body, command_id, size, fingerprint from read_page($1,$2,$3)',
};

/** Reads a page and the head in one statement, also for a tenant without a head. */
export async function readStoredPage(
  database: Pick<pg.ClientBase, 'query'>,
  tenant: string,
  after: number,
  limit: number,
): Promise<StoredPage> {
  const rows = await runStatement(database, READ_PAGE, [tenant, after, limit]);
  const first = rows[0]!;
  return {
    head: {
      position: Number(first[0] ?? 0),
      series: JSON.parse(first[1] ?? '{}') as Record<string, number>,
      hash: first[2]?.slice(2) ?? null,
    },
    rows:
      first[3] === null
        ? []
        : rows.map((row) => ({
            ...storedEvent(row, 3),
            commandId: row[11] ?? null,
            size: Number(row[12]),
            fingerprint: row[13]?.slice(2) ?? null,
          })),
  };
}

const READ_PAGES: Statement = {
  name: 'read_pages',
  text: 'select page, head, "position", revision, number, recorded_us, kind, stream, hash, body from read_pages($1,$2,$3)',
};

/** A page without the columns that only `verify` needs. */
export interface EventPage {
  readonly rows: readonly StoredEvent[];
  readonly head: { readonly position: number };
}

/** Reads pages of several tenants with their heads in one statement, without the columns that only `verify` needs. */
export async function readEventPages(
  database: Pick<pg.ClientBase, 'query'>,
  wanted: readonly WantedPage[],
): Promise<EventPage[]> {
  const rows = await runStatement(database, READ_PAGES, [
    uuidArray(wanted.map(({ tenant }) => tenant)),
    wanted.map(({ after }) => after),
    int4Array(wanted.map(({ limit }) => limit)),
  ]);
  const pages = wanted.map(() => ({ rows: [] as StoredEvent[], head: { position: 0 } }));
  for (const row of rows) {
    const page = pages[Number(row[0]) - 1]!;
    if (row[2] === null) page.head.position = Number(row[1]);
    else page.rows.push(storedEvent(row, 2));
  }
  return pages;
}

/**
 * Checks that a page continues after `after` without a gap, up to its limit or the head. @throws GapError if it does
 * not.
 */
export function checkContiguous(
  { tenant, after, limit }: WantedPage,
  page: { readonly rows: readonly { readonly position: number }[]; readonly head: { readonly position: number } },
): void {
  let expected = after + 1;
  for (const row of page.rows) {
    if (row.position !== expected) throw new GapError(tenant, expected, row.position);
    expected++;
  }
  if (page.rows.length < limit && expected <= page.head.position) throw new GapError(tenant, expected, null);
  if (expected - 1 > page.head.position && page.rows.length > 0)
    throw new GapError(tenant, page.head.position, expected - 1);
}
