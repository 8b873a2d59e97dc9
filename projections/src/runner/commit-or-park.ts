import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { commitPages, PoisonedPage, type Committed } from './commit-pages.ts';
import { halves, type Client, type PageWork } from './page-work.ts';
import { insertRows } from './table-statements.ts';

/** Faults of a value (a TypeError here, class 22 there) or of a rule that a row breaks (23): trying again gives them again. */
export const isPoison = (fault: unknown): boolean =>
  fault instanceof PoisonedPage || fault instanceof TypeError || (fault instanceof pg.DatabaseError && /^(22|23|54)/.test(fault.code ?? ''));

const reasonOf = (fault: unknown): string => {
  const cause = fault instanceof PoisonedPage ? fault.cause : fault;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
};

export const none: Committed = { moved: [], stale: [], parked: 0 };

export const together = (one: Committed, other: Committed): Committed => ({
  moved: [...one.moved, ...other.moved],
  stale: [...one.stale, ...other.stale],
  parked: one.parked + other.parked,
});

/**
 * Commits pages. An event that a read model cannot take is found by halving and set aside with the later ones of its
 * stream; everything else is taken. Throws only the faults that may pass: connections, locks, resources, a table that is not there.
 */
export async function commitOrPark(client: Client, works: readonly PageWork[], writeNew = insertRows): Promise<Committed> {
  if (works.length === 0) return none;
  try {
    return await commitPages(client, works, writeNew);
  } catch (fault) {
    if (!isPoison(fault)) throw fault;
    if (works.length > 1) {
      const sick = fault instanceof PoisonedPage ? works.filter((work) => work === fault.work) : works.slice(0, works.length >> 1);
      const others = works.filter((work) => !sick.includes(work));
      return together(await commitOrPark(client, others, writeNew), await commitOrPark(client, sick, writeNew));
    }
    const work = works[0]!;
    if (work.events.length > 1) {
      const [first, second] = halves(work);
      const begun = await commitOrPark(client, [first], writeNew);
      // Whoever was overtaken in the first half has nothing to say in the second.
      return begun.stale.length > 0 ? { ...none, stale: [work] } : together(begun, await commitOrPark(client, [second], writeNew));
    }
    return commitPages(client, [{ ...work, park: reasonOf(fault) }], writeNew);
  }
}

/** Waits between attempts: 100 ms at first, doubled up to five seconds. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(100 * 2 ** (attempt - 1), 5_000), undefined, { signal }).catch(() => undefined);
}
