import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { byteaArray, textArray, uuidArray } from '@plimsoll/postgres/binary-arrays';
import type { StreamId } from '../port/event-store.ts';
import { textSubject } from '../crypto/subjects.ts';
import { bytesOf, type StoredEvent, storedEvent } from './stored-event.ts';
import type { Statement, TextRow } from '@plimsoll/postgres/statement';
import { ReconnectingClient } from '@plimsoll/postgres/steady-connection';

/** A stream to load, and the command to look up with it, if any. */
export interface LoadRequest {
  readonly tenant: string;
  readonly stream: StreamId;
  readonly commandId: string | null;
  readonly fingerprint: Uint8Array | null;
}

export type LoadAnswer =
  | {
      readonly status: 'loaded';
      readonly events: StoredEvent[];
      readonly keys: { subject: string; wrapped: Buffer | null }[];
    }
  | {
      readonly status: 'repeated';
      readonly position: number;
      readonly revision: number;
      readonly number: number | null;
    }
  | { readonly status: 'reused' };

interface Job {
  readonly request: LoadRequest;
  resolve(answer: LoadAnswer): void;
  reject(error: unknown): void;
}

const LOAD: Statement = { name: 'load_streams', text: 'select * from load_streams($1,$2,$3,$4,$5,$6)' };
const MAX_LOADS = 128;

/** Batches loads: those that arrive while others are running are sent together in one statement. */
export class LoadBatcher {
  readonly #idle: ReconnectingClient[];
  readonly #connections: ReconnectingClient[];
  #waiting: Job[] = [];
  #scheduled = false;

  constructor(config: pg.ClientConfig, connections: number) {
    this.#connections = Array.from(
      { length: connections },
      () => new ReconnectingClient({ ...config, application_name: 'plimsoll load' }),
    );
    this.#idle = [...this.#connections];
  }

  load(request: LoadRequest): Promise<LoadAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#schedule();
    });
  }

  /** Closes the connections after everything requested was answered. */
  async close(): Promise<void> {
    while (this.#waiting.length > 0 || this.#idle.length < this.#connections.length) await setTimeout(5);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0 || this.#idle.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const connection = this.#idle.pop();
      if (connection) void this.#send(connection, this.#waiting.splice(0, MAX_LOADS));
    });
  }

  async #send(connection: ReconnectingClient, jobs: Job[]): Promise<void> {
    try {
      const rows = await connection.run(LOAD, [
        uuidArray(jobs.map((job) => job.request.tenant)),
        textArray(jobs.map((job) => job.request.stream.kind)),
        uuidArray(jobs.map((job) => job.request.stream.guid)),
        uuidArray(jobs.map((job) => textSubject(job.request.tenant, job.request.stream))),
        uuidArray(jobs.map((job) => job.request.commandId)),
        byteaArray(jobs.map((job) => job.request.fingerprint)),
      ]);
      const answers: LoadAnswer[] = jobs.map(() => ({ status: 'loaded', events: [], keys: [] }));
      for (const row of rows) take(answers, row);
      jobs.forEach((job, index) => job.resolve(answers[index]!));
    } catch (error) {
      for (const job of jobs) job.reject(error);
    } finally {
      this.#idle.push(connection);
      this.#schedule();
    }
  }
}

/** Columns: load, item, position, revision, number, recorded_us, kind, stream, hash, body. */
function take(answers: LoadAnswer[], row: TextRow): void {
  const index = Number(row[0]) - 1;
  const answer = answers[index]!;
  if (row[1] === '1') {
    answers[index] = {
      status: 'repeated',
      position: Number(row[2]),
      revision: Number(row[3]),
      number: row[4] === null ? null : Number(row[4]),
    };
  } else if (row[1] === '2') {
    answers[index] = { status: 'reused' };
  } else if (answer.status === 'loaded') {
    if (row[1] === '0') answer.events.push(storedEvent(row, 2));
    else answer.keys.push({ subject: row[7]!, wrapped: row[8] === null ? null : bytesOf(row[8]!) });
  }
}
