import { setImmediate } from 'node:timers/promises';

/** So many who ask in a stretch of so long have enough in common that it pays to wait for each other. */
const MANY = 8;
const STRETCH_MS = 10;

let end: Promise<void> | undefined;
let stretch = { asked: 0, isBusy: false, until: -Infinity };

/**
 * Resolves at the end of this turn of the event loop, together for all who wait in it. They go on in the order in which
 * they came, and each await hands over to the next: a step is made for all of them before the following one begins. So
 * its code and data stay in the processor's caches; under load a command costs a third less than when each goes its way alone.
 * Where few ask there is nothing to share, and nobody waits: beside other work a turn takes milliseconds.
 * @param now in milliseconds, never backwards.
 */
export function endOfTurn(now: number = performance.now()): Promise<void> | undefined {
  if (now >= stretch.until) stretch = { asked: 0, isBusy: stretch.asked >= MANY && now < stretch.until + STRETCH_MS, until: now + STRETCH_MS };
  stretch.asked++;
  if (!isBusy()) return undefined;
  return (end ??= setImmediate().then(() => {
    end = undefined;
  }));
}

/** Whether so many ask in these moments that it pays to wait for others. */
export const isBusy = (): boolean => stretch.isBusy || stretch.asked >= MANY;
