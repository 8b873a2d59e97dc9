import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';

/** Timeout of the probe's query, which costs the database nothing. */
const TIMEOUT_MS = 1_000;
/** Timeout while the database still answers others: then it is busy, not unavailable. */
const BUSY_TIMEOUT_MS = 5_000;
/** How often the probe checks whether the database has answered anyone in the meantime. */
const CHECK_MS = 100;
/** Pause between two background probes. */
const PAUSE_MS = 500;

export const NO_ANSWER = 'The database does not answer';

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Probes whether the database answers, on a dedicated connection, so that neither an exhausted pool nor a slow query
 * distorts the result. Concurrent callers share one query. It also probes in the background: the database counts as
 * silent once an open probe connection and the sockets of requests have received nothing for a second, until the next
 * answer.
 */
export class DatabaseProbe {
  readonly #connectionString: string;
  readonly #bytesReceived: () => number;
  readonly #onSilence: (() => void)[] = [];
  #client: pg.Client | undefined;
  #isOpen = false;
  #pending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isSilent = false;
  #isClosed = false;

  /**
   * @param bytesReceived bytes that other connections have received; while the number changes the database is not
   * silent.
   */
  constructor(connectionString: string, bytesReceived: () => number = () => 0) {
    this.#connectionString = connectionString;
    this.#bytesReceived = bytesReceived;
    this.#schedule();
  }

  /** Registers a listener that is called when the database stops answering. */
  onSilence(listener: () => void): void {
    this.#onSilence.push(listener);
  }

  /** Whether the database is currently silent: a query sent now would not be answered. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** @throws the connection error, after one second, or five while the database answers others. */
  probe(): Promise<void> {
    return (this.#pending ??= this.#probe().finally(() => (this.#pending = undefined)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#pending?.catch(() => undefined);
    this.#drop();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(
      () =>
        void this.probe()
          .catch(() => undefined)
          .finally(() => this.#schedule()),
      PAUSE_MS,
    ).unref();
  }

  async #probe(): Promise<void> {
    const wasOpen = this.#isOpen;
    try {
      await withTimeout(this.#query(), this.#bytesReceived);
      this.#isSilent = false;
    } catch (error) {
      this.#drop();
      if (!(error instanceof NoAnswer)) {
        // A refused connection is an answer too.
        this.#isSilent = false;
      } else if (wasOpen && !this.#isSilent) {
        this.#isSilent = true;
        for (const listener of this.#onSilence) listener();
      }
      throw error;
    }
  }

  async #query(): Promise<void> {
    const client = (this.#client ??= this.#createClient());
    if (!this.#isOpen) {
      await client.connect();
      this.#isOpen = true;
    }
    await client.query('select');
  }

  #createClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'plimsoll health',
      keepAlive: true,
    });
    client.on('error', () => this.#client === client && this.#drop());
    return client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#isOpen = false;
    // A silent connection would not complete a graceful end either.
    (client as unknown as { connection: { stream: { destroy(): void } } } | undefined)?.connection.stream.destroy();
  }
}

/** @throws NoAnswer once neither this query nor other connections were answered for a second. */
async function withTimeout(query: Promise<void>, bytesReceived: () => number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const late = new Promise<never>((_, fail) => {
    const until = performance.now() + BUSY_TIMEOUT_MS;
    let [bytes, lastReceivedAt] = [bytesReceived(), performance.now()];
    const check = async () => {
      // After this process itself was blocked, first read what has arrived in the meantime.
      await turn();
      await turn();
      if (isOver) return;
      const now = performance.now();
      if (bytesReceived() !== bytes) [bytes, lastReceivedAt] = [bytesReceived(), now];
      if (now >= until || now >= lastReceivedAt + TIMEOUT_MS) fail(new NoAnswer(NO_ANSWER));
      else schedule();
    };
    const schedule = () => (timer = setTimeout(() => void check(), CHECK_MS));
    schedule();
  });
  query.catch(() => undefined);
  late.catch(() => undefined);
  try {
    await Promise.race([query, late]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
