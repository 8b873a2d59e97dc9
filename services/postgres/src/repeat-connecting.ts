import { setTimeout as sleep } from 'node:timers/promises';

/** How long a start tries to connect. */
const START_LIMIT_MS = 60_000;
const PAUSE_MS = 250;

/** Messages of `pg` and `pg-pool` for a connection that was not established in time. */
const TIMED_OUT =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** Error: a start could not connect to the database within its limit. */
class ConnectingTimedOut extends Error {
  override readonly name = 'ConnectingTimedOut';
}

export interface Patience {
  readonly limitMs?: number;
  readonly now?: () => number;
  readonly pause?: () => Promise<unknown>;
}

/**
 * Repeats work that connects to the database while it times out, within the limit of a start. On a busy machine a
 * connection may take longer than any single attempt allows; every other error is thrown at once.
 * @param what the connection, for the error: `the event log`.
 * @throws ConnectingTimedOut naming it, once the limit has passed.
 */
export async function repeatConnecting<T>(
  what: string,
  connect: () => Promise<T>,
  { limitMs = START_LIMIT_MS, now = () => performance.now(), pause = () => sleep(PAUSE_MS) }: Patience = {},
): Promise<T> {
  const giveUpAt = now() + limitMs;
  for (;;) {
    try {
      return await connect();
    } catch (cause) {
      if (!TIMED_OUT.test((cause as Error).message)) throw cause;
      if (now() >= giveUpAt)
        throw new ConnectingTimedOut(
          `The database did not answer within ${Math.round(limitMs / 1_000)} s when ${what} connected to it`,
          { cause },
        );
      await pause();
    }
  }
}
