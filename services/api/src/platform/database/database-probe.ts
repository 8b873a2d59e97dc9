import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';

/** How long the database may take for a question that costs it nothing. */
const PATIENCE_MS = 1_000;
/** How long it may take while it answers others: it is busy then, and not away. */
const PATIENCE_WITH_BUSY_MS = 5_000;
/** How often it is looked whether it has answered anybody meanwhile. */
const LOOK_MS = 100;
/** Between two questions of its own. */
const PAUSE_MS = 500;

export const NO_ANSWER = 'The database does not answer';

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Whether the database answers, by a connection of its own: one that is asked for nothing else, so that neither a pool that
 * is used up nor a question that takes long says anything about the database. All who ask at once share one question.
 * It asks by itself too: once an open connection has been silent for a second, and those of requests have as well, the database
 * is, until it says anything again.
 */
export class DatabaseProbe {
  readonly #connectionString: string;
  readonly #heard: () => number;
  readonly #onSilence: (() => void)[] = [];
  #client: pg.Client | undefined;
  #isOpen = false;
  #asking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isSilent = false;
  #isClosed = false;

  /** @param heard what the database has said to others, in bytes: while that changes it is not silent. */
  constructor(connectionString: string, heard: () => number = () => 0) {
    this.#connectionString = connectionString;
    this.#heard = heard;
    this.#later();
  }

  /** Calls this when the database stops answering. */
  onSilence(listener: () => void): void {
    this.#onSilence.push(listener);
  }

  /** Nothing that is asked now would be answered. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** @throws what stands between us and the database; within a second, or five while it answers others. */
  ask(): Promise<void> {
    return (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#asking?.catch(() => undefined);
    this.#drop();
  }

  #later(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(
      () =>
        void this.ask()
          .catch(() => undefined)
          .finally(() => this.#later()),
      PAUSE_MS,
    ).unref();
  }

  async #ask(): Promise<void> {
    const wasOpen = this.#isOpen;
    try {
      await inTime(this.#question(), this.#heard);
      this.#isSilent = false;
    } catch (fault) {
      this.#drop();
      if (!(fault instanceof NoAnswer)) {
        // Whoever is refused has been answered.
        this.#isSilent = false;
      } else if (wasOpen && !this.#isSilent) {
        this.#isSilent = true;
        for (const tell of this.#onSilence) tell();
      }
      throw fault;
    }
  }

  async #question(): Promise<void> {
    const client = (this.#client ??= this.#made());
    if (!this.#isOpen) {
      await client.connect();
      this.#isOpen = true;
    }
    await client.query('select');
  }

  #made(): pg.Client {
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
    // One that is silent does not say goodbye either.
    (client as unknown as { connection: { stream: { destroy(): void } } } | undefined)?.connection.stream.destroy();
  }
}

/** @throws NoAnswer once neither the question has been answered nor others have for a second. */
async function inTime(question: Promise<void>, heard: () => number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const late = new Promise<never>((_, fail) => {
    const until = performance.now() + PATIENCE_WITH_BUSY_MS;
    let [bytes, spokeAt] = [heard(), performance.now()];
    const look = async () => {
      // A process that was busy itself first looks what has arrived in the meantime.
      await turn();
      await turn();
      if (isOver) return;
      const now = performance.now();
      if (heard() !== bytes) [bytes, spokeAt] = [heard(), now];
      if (now >= until || now >= spokeAt + PATIENCE_MS) fail(new NoAnswer(NO_ANSWER));
      else later();
    };
    const later = () => (timer = setTimeout(() => void look(), LOOK_MS));
    later();
  });
  question.catch(() => undefined);
  late.catch(() => undefined);
  try {
    await Promise.race([question, late]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
