import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { APPEND_SESSION, isDataError, nextBatch, rejectAll, sendBatch, settle, type Job } from './append-flush.ts';
import { isConnectionError, ReconnectingClient } from '@plimsoll/postgres/steady-connection';

const CONTENDED_CONNECTIONS = 8;
const CONTENDED_SESSION = { ...APPEND_SESSION, lock_timeout: '15s', statement_timeout: '60s' };
const ANSWER_TIMEOUT_MS = 70_000;
/** A tenant whose flush took this long stays separate for a while, so that it does not delay others again. */
const SLOW_MS = 250;
const SEPARATE_MS = 10_000;
const MAX_IDLE = 1_000;

interface ContendedTenant {
  waiting: Job[];
  running: boolean;
  until: number;
}

/**
 * Appends for contended tenants: those whose head another transaction holds, or whose appends are slow. Each waits its
 * turn on separate connections, and returns to the batcher once it has nothing waiting.
 */
export class ContendedTenants {
  readonly #connections: ReconnectingClient[];
  readonly #free: ReconnectingClient[];
  readonly #queue: ((connection: ReconnectingClient) => void)[] = [];
  readonly #tenants = new Map<string, ContendedTenant>();
  readonly #draining = new Set<Promise<void>>();
  readonly #committed: () => void;

  constructor(config: pg.ClientConfig, session: Readonly<Record<string, string>>, committed: () => void) {
    const side = { ...config, application_name: 'plimsoll append (held)', query_timeout: ANSWER_TIMEOUT_MS };
    this.#connections = Array.from(
      { length: CONTENDED_CONNECTIONS },
      () => new ReconnectingClient(side, { ...CONTENDED_SESSION, ...session }),
    );
    this.#free = [...this.#connections];
    this.#committed = committed;
  }

  has(tenant: string): boolean {
    if (this.#tenants.size === 0) return false;
    const held = this.#tenants.get(tenant);
    return held !== undefined && (held.running || held.until > performance.now());
  }

  submit(job: Job): void {
    let held = this.#tenants.get(job.append.tenant);
    if (!held) {
      if (this.#tenants.size >= MAX_IDLE) this.#forgetIdle();
      held = { waiting: [], running: false, until: 0 };
      this.#tenants.set(job.append.tenant, held);
    }
    held.waiting.push(job);
    if (!held.running) {
      held.running = true;
      const draining = this.#drain(job.append.tenant, held).finally(() => this.#draining.delete(draining));
      this.#draining.add(draining);
    }
  }

  /** Closes the connections after everything submitted was answered. */
  async close(): Promise<void> {
    while (this.#draining.size > 0) await Promise.all(this.#draining);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  async #drain(tenant: string, held: ContendedTenant): Promise<void> {
    await setImmediate();
    const connection = await this.#take();
    while (held.waiting.length > 0) {
      const { batch, rest } = nextBatch(held.waiting);
      held.waiting = rest;
      const since = performance.now();
      await this.#send(connection, batch);
      const now = performance.now();
      if (now - since > SLOW_MS) held.until = now + SEPARATE_MS;
    }
    held.running = false;
    if (held.until <= performance.now()) this.#tenants.delete(tenant);
    this.#giveBack(connection);
  }

  async #send(connection: ReconnectingClient, batch: readonly Job[]): Promise<void> {
    try {
      settle(batch, await sendBatch(connection, batch, true), this.#committed, (job, error) => job.reject(error));
    } catch (error) {
      if (!isConnectionError(error) && isDataError(error) && batch.length > 1) {
        for (const job of batch) await this.#send(connection, [job]);
      } else {
        rejectAll(batch, error);
      }
    }
  }

  #take(): Promise<ReconnectingClient> {
    const free = this.#free.pop();
    return free ? Promise.resolve(free) : new Promise((resolve) => this.#queue.push(resolve));
  }

  #giveBack(connection: ReconnectingClient): void {
    const next = this.#queue.shift();
    if (next) next(connection);
    else this.#free.push(connection);
  }

  #forgetIdle(): void {
    for (const [tenant, held] of this.#tenants)
      if (!held.running && held.until <= performance.now()) this.#tenants.delete(tenant);
  }
}
