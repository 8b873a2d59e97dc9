import pg from 'pg';
import type { Statement } from '@plimsoll/postgres/statement';
import { CONNECT_TIMEOUT_MS, ReconnectingClient } from '@plimsoll/postgres/steady-connection';

const CHANNEL = 'plimsoll_log';
const NOTIFY: Statement = { name: 'notify', text: `select pg_notify('${CHANNEL}', '')` };
/** Minimum time between notifications; each costs a transaction. */
const QUIET_MS = 20;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Notifies other processes of commits, coalesced, on its own connection after the commit. NOTIFY inside the append
 * would make all commits wait for one lock.
 */
export class CommitNotices {
  readonly #connection: ReconnectingClient;
  #pending = false;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig) {
    // Notifications do not survive a crash of the server, so there is no need to wait for the disk.
    this.#connection = new ReconnectingClient(
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
      // A lost notification only delays readers until they poll.
      await this.#connection.run(NOTIFY, []).catch(() => undefined);
      if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
    // In the same turn as the last check: a later commit starts a new run.
    this.#running = undefined;
  }
}

/**
 * Calls back after commits, coalesced. Reconnects by itself and then calls back once, since notifications may have been
 * missed.
 * @returns a function that stops watching.
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

  // Callers also poll, so a database that is not available yet only means later wake-ups.
  await connect().catch(again);
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
