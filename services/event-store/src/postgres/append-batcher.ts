import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { BatchAnswer, PreparedAppend } from './append-batch.ts';
import {
  APPEND_SESSION,
  isDataError,
  wasBlocked,
  isLocked,
  nextBatch,
  rejectAll,
  sendBatch,
  settle,
  type Job,
} from './append-flush.ts';
import { ContendedTenants } from './contended-tenants.ts';
import { isConnectionError, ReconnectingClient } from '@plimsoll/postgres/steady-connection';

/**
 * This many appends fill a flush. With fewer open, a second worker would only make flushes smaller: a flush costs as
 * much as ten appends in it. With this many waiting, a flush starts at once.
 */
const FULL_FLUSH = 32;

/** Appends of more records go to `ContendedTenants`, so that no other append waits for them. */
const LARGE_APPEND = 256;

/** Short timeouts: neither a head that another transaction holds nor a slow flush may delay other tenants. */
const WORKER_SESSION = { ...APPEND_SESSION, lock_timeout: '50ms', statement_timeout: '500ms' };

/** The worker of a tenant while it has open appends. */
interface Assignment {
  readonly worker: AppendWorker;
  open: number;
}

/**
 * Batches appends (group commit): appends that arrive during a flush are sent together in the next one. A tenant keeps
 * its worker until all its appends are answered, so that no worker waits for another's lock. A new tenant gets the
 * first worker with room, or the one with the fewest open appends. Two workers measured best on two cores.
 */
export class AppendBatcher {
  readonly #workers: AppendWorker[];
  readonly #contended: ContendedTenants;
  readonly #assignments = new Map<string, Assignment>();

  /**
   * @param mark of the SEALING_KEY that seals the appends; the very first event stores it.
   * @param committed is called after each flush that wrote something.
   */
  constructor(config: pg.ClientConfig, lanes: number, mark: string, committed: () => void) {
    const session = { 'plimsoll.mark': mark };
    this.#contended = new ContendedTenants(config, session, committed);
    this.#workers = Array.from({ length: lanes }, () => new AppendWorker(config, session, this.#contended, committed));
  }

  append(append: PreparedAppend): Promise<BatchAnswer> {
    return new Promise((resolve, reject) => {
      if (append.records.length > LARGE_APPEND || this.#contended.has(append.tenant)) {
        this.#contended.submit({ append, resolve, reject });
        return;
      }
      const assignment = this.#enter(append.tenant);
      assignment.worker.submit({
        append,
        resolve: (answer) => {
          this.#leave(append.tenant, assignment);
          resolve(answer);
        },
        reject: (error) => {
          this.#leave(append.tenant, assignment);
          reject(error);
        },
      });
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
    await this.#contended.close();
  }

  #enter(tenant: string): Assignment {
    let assignment = this.#assignments.get(tenant);
    if (!assignment) {
      const worker =
        this.#workers.find(({ open }) => open < FULL_FLUSH) ??
        this.#workers.reduce((best, other) => (other.open < best.open ? other : best));
      assignment = { worker, open: 0 };
      this.#assignments.set(tenant, assignment);
    }
    assignment.open++;
    assignment.worker.open++;
    return assignment;
  }

  #leave(tenant: string, assignment: Assignment): void {
    assignment.worker.open--;
    if (--assignment.open === 0) this.#assignments.delete(tenant);
  }
}

class AppendWorker {
  /** Appends that are not answered yet. */
  open = 0;
  readonly #connection: ReconnectingClient;
  readonly #contended: ContendedTenants;
  readonly #committed: () => void;
  #waiting: Job[] = [];
  #running: Promise<void> | undefined;

  constructor(
    config: pg.ClientConfig,
    session: Readonly<Record<string, string>>,
    held: ContendedTenants,
    committed: () => void,
  ) {
    this.#connection = new ReconnectingClient(
      { ...config, application_name: 'plimsoll append' },
      { ...WORKER_SESSION, ...session },
    );
    this.#contended = held;
    this.#committed = committed;
  }

  submit(job: Job): void {
    this.#waiting.push(job);
    this.#running ??= this.#run();
  }

  /** Closes the connection after everything submitted was answered. */
  async close(): Promise<void> {
    await this.#running;
    await this.#connection.close();
  }

  async #run(): Promise<void> {
    for (await this.#gather(); this.#waiting.length > 0; await this.#gather()) {
      const here: Job[] = [];
      for (const job of this.#waiting) {
        if (this.#contended.has(job.append.tenant)) this.#contended.submit(job);
        else here.push(job);
      }
      const { batch, rest } = nextBatch(here);
      this.#waiting = rest;
      if (batch.length > 0) await this.#send(batch, true);
    }
    this.#running = undefined;
  }

  /**
   * Waits for appends to join the next flush: one turn, so that callers that just got an answer can send again, and a
   * second one if any did. An append that joins costs a tenth of a flush. Waiting longer would leave the database idle.
   */
  async #gather(): Promise<void> {
    const before = this.#waiting.length;
    await setImmediate();
    if (this.#waiting.length > before && this.#waiting.length < FULL_FLUSH) await setImmediate();
  }

  async #send(batch: readonly Job[], wait: boolean): Promise<void> {
    try {
      settle(batch, await sendBatch(this.#connection, batch, wait), this.#committed, (job) =>
        this.#contended.submit(job),
      );
    } catch (error) {
      if (isConnectionError(error)) rejectAll(batch, error);
      else if (isLocked(error) && wait) await this.#send(batch, false);
      else if (wasBlocked(error)) for (const job of batch) this.#contended.submit(job);
      else if (isDataError(error) && batch.length > 1) for (const job of batch) await this.#send([job], true);
      else rejectAll(batch, error);
    }
  }
}
