import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until a condition holds. @throws after `patienceMs`, with the last value. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  holds: (seen: T) => boolean,
  patienceMs = 15_000,
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (performance.now() > until)
      throw new Error(`It did not come about within ${patienceMs} ms: ${JSON.stringify(seen)?.slice(0, 2_000)}`);
    await sleep(50);
  }
}
