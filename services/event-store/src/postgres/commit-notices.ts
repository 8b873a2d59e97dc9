import pg from 'pg';
import type { Statement } from '@plimsoll/postgres/statement';
import { CONNECT_TIMEOUT_MS, SteadyConnection } from '@plimsoll/postgres/steady-connection';

const CHANNEL = 'plimsoll_log';
const NOTIFY: Statement = { name: 'notify', text: `select pg_notify('${CHANNEL}', '')` };
/** Notices closer together than this say nothing new; each costs a transaction. */
const QUIET_MS = 20;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Tells other processes that something was committed: after the commit, on a connection of its own, many commits
 * together. Inside the append it would make all commits wait for one lock.
 */
export class CommitNotices {
  readonly #connection: SteadyConnection;
  #pending = false;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig) {
    // A notice lives as long as the server: nobody needs to wait until it is on the disk.
    this.#connection = new SteadyConnection(
      { ...config, application_name: 'plimsoll notices' },
      { synchronous_commit: 'off' },
    );
  }

  committed(): void {
    this.#pending = true;
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#connection.close();
  }

  async #run(): Promise<void> {
    while (this.#pending) {
      this.#pending = false;
      // A lost notice delays a reader until it polls, and nothing else.
      await this.#connection.run(NOTIFY, []).catch(() => undefined);
      if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
    // In the same turn as the last look: a commit after it begins anew.
    this.#running = undefined;
  }
}

/**
 * Calls back after commits, many together. Reconnects by itself, and calls back once after that, since notices may have been missed.
 * @returns ends it.
 */
export async function watchCommits(config: pg.ClientConfig, wake: () => void): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let ended = false;
  let retry = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let due = false;

  const wakeOnce = () => {
    if (due || ended) return;
    due = true;
    setImmediate(() => {
      due = false;
      if (!ended) wake();
    });
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...config,
      application_name: 'plimsoll watch',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      if (!ended) again();
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', wakeOnce);
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      lost = true;
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    retry = FIRST_RETRY_MS;
    if (ended) await next.end();
  };

  const again = () => {
    timer = setTimeout(() => {
      connect().then(wakeOnce, () => {
        if (!ended) again();
      });
    }, retry);
    retry = Math.min(retry * 2, LAST_RETRY_MS);
  };

  // Whoever watches also polls: a database that is not there yet only means later wake-ups.
  await connect().catch(again);
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
