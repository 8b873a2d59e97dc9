import type { Duplex } from 'node:stream';
import pg from 'pg';
import { ExtendedQuery, SendBuffer, type BoundValue } from './extended-query.ts';
import type { Statement, TextRow } from './statement.ts';

/** SQLSTATE of an error that the database reported; empty for other errors. */
export const sqlState = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

/** Whether an error concerns the connection rather than the statement: the statement's outcome is then unknown. */
export const isConnectionError = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || /^(08|57P0)/.test(error.code ?? '');

/**
 * How long to wait for a server that does not respond at all. On a busy machine this process itself may need seconds
 * until it reads the answer, so a short time would end connections that are fine.
 */
export const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 20_000;

/**
 * A connection that opens on first use and reconnects after an error; statements in flight then fail.
 * @param settings session settings that override the defaults of server and role.
 */
export class ReconnectingClient {
  readonly #config: pg.ClientConfig;
  readonly #settings: Readonly<Record<string, string>>;
  #client: Promise<pg.Client> | undefined;
  #newest: pg.Client | undefined;
  #closed = false;
  #buffer = new SendBuffer();

  constructor(config: pg.ClientConfig, settings: Readonly<Record<string, string>> = {}) {
    this.#config = { query_timeout: ANSWER_TIMEOUT_MS, ...config };
    this.#settings = settings;
  }

  async run(statement: Statement, values: readonly BoundValue[]): Promise<readonly TextRow[]> {
    const client = await (this.#client ??= this.#connect());
    try {
      return await this.#query(client, statement, values);
    } catch (error) {
      if (isConnectionError(error)) this.#discard(client);
      throw error;
    }
  }

  #query(client: pg.Client, statement: Statement, values: readonly BoundValue[]): Promise<readonly TextRow[]> {
    return new Promise((resolve, reject) => {
      const query: ExtendedQuery = client.query(
        new ExtendedQuery(statement, values, this.#buffer, (error) => (error ? reject(error) : resolve(query.rows))),
      );
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    if (this.#closed) throw new Error('The event store is closed');
    const client = new pg.Client({ ...this.#config, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.#newest = client;
    client.on('error', () => this.#discard(client));
    try {
      await client.connect();
      await applySettings(client, this.#settings);
      return client;
    } catch (error) {
      this.#discard(client);
      throw error;
    }
  }

  #discard(client: pg.Client): void {
    if (client === this.#newest) {
      this.#client = undefined;
      this.#buffer = new SendBuffer();
    }
    client.removeAllListeners('error');
    client.on('error', () => undefined);
    destroy(client);
  }
}

async function applySettings(client: pg.ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.keys(settings);
  if (names.length === 0) return;
  await client.query(
    'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting(name, value)',
    [names, names.map((name) => settings[name])],
  );
}

/** Closes a connection without waiting for statements in flight. */
const destroy = (client: pg.Client): unknown => streamOf(client).destroy();

/**
 * Sends all statements issued by `ask` in one write. Separate writes would each wake the server, which on a busy
 * machine takes the CPU from this process.
 */
export function inOneWrite<T>(client: pg.ClientBase, ask: () => T): T {
  const stream = streamOf(client);
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}

const streamOf = (client: pg.ClientBase): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;
