import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { commitPages, type Committed } from './commit-pages.ts';
import { PoisonedPage, type WriteNew } from './page-folds.ts';
import { halves, type Client, type PageWork } from './page-work.ts';
import { inserting, UnwritableValue } from '../tables/table-statements.ts';

/**
 * Whether retrying cannot help: the fold threw, a column cannot hold a value (checked here or, class 22, by the
 * database), or a row violates a constraint (23).
 */
export const isPoison = (error: unknown): boolean =>
  error instanceof PoisonedPage ||
  error instanceof UnwritableValue ||
  (error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? ''));

const reasonOf = (error: unknown): string => {
  const cause = error instanceof PoisonedPage ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
};

/** The result of committing nothing. */
export const NOTHING_COMMITTED: Committed = { moved: [], stale: [], parked: 0, took: new Set(), halted: [] };

/** Merges the results of two commits. */
export const combined = (one: Committed, other: Committed): Committed => ({
  moved: [...one.moved, ...other.moved],
  stale: [...one.stale, ...other.stale],
  parked: one.parked + other.parked,
  took: new Set([...one.took, ...other.took]),
  halted: [...one.halted, ...other.halted],
});

/** After this many streams in a row that it cannot take, the read model itself is considered broken. */
const PARKED_IN_A_ROW = 20;

/** Counts the streams that each read model parked without taking an event in between, and which of them halted. */
export class ParkedInARow {
  readonly #streams = new Map<string, number>();

  /** A read model that halted before halts at its first error. */
  expectError(projection: string): void {
    this.#streams.set(projection, PARKED_IN_A_ROW - 1);
  }

  took(projections: ReadonlySet<string>): void {
    for (const projection of projections) this.#streams.delete(projection);
  }

  isHalted(projection: string): boolean {
    return (this.#streams.get(projection) ?? 0) >= PARKED_IN_A_ROW;
  }

  /** Counts another parked stream; returns whether it may be parked. */
  mayPark(projection: string): boolean {
    this.#streams.set(projection, (this.#streams.get(projection) ?? 0) + 1);
    return !this.isHalted(projection);
  }
}

/**
 * Commits pages. An event that a read model cannot take is found by bisection and parked with the later ones of its
 * stream; all others are taken. A read model that cannot take anything halts: its pages stay.
 * @throws only transient errors: connections, locks, resources, a missing table.
 */
export async function commitOrPark(
  client: Client,
  all: readonly PageWork[],
  inARow: ParkedInARow,
  writeNew: WriteNew = inserting,
): Promise<Committed> {
  const works = all.filter(({ projection }) => !inARow.isHalted(projection.name));
  if (works.length === 0) return NOTHING_COMMITTED;
  try {
    const committed = await commitPages(client, works, writeNew);
    inARow.took(committed.took);
    return committed;
  } catch (error) {
    if (!isPoison(error)) throw error;
    if (works.length > 1) {
      const sick =
        error instanceof PoisonedPage ? works.filter((work) => work === error.work) : works.slice(0, works.length >> 1);
      const others = works.filter((work) => !sick.includes(work));
      return combined(
        await commitOrPark(client, others, inARow, writeNew),
        await commitOrPark(client, sick, inARow, writeNew),
      );
    }
    const work = works[0]!;
    if (work.events.length > 1) {
      const [first, second] = halves(work);
      const begun = await commitOrPark(client, [first], inARow, writeNew);
      // Another projector overtook the first half, so the second is outdated too.
      return begun.stale.length > 0
        ? { ...NOTHING_COMMITTED, stale: [work] }
        : combined(begun, await commitOrPark(client, [second], inARow, writeNew));
    }
    const reason = reasonOf(error);
    if (!inARow.mayPark(work.projection.name))
      return { ...NOTHING_COMMITTED, halted: [{ projection: work.projection, reason }] };
    return commitPages(client, [{ ...work, park: reason }], writeNew);
  }
}

/** Waits before a retry: 100 ms at first, doubled up to five seconds. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(100 * 2 ** (attempt - 1), 5_000), undefined, { signal }).catch(() => undefined);
}
