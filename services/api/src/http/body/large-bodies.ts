import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { HungUp } from '../limits/hang-up.ts';
import { throwRefusal } from '../problems/problem-of.ts';

/** Length in characters above which bodies are parsed in turn. */
export const LARGE = 65_536;
/** Pause after a parse, as a multiple of its duration: leaves seven eighths of the time to other work. */
const REST = 7;
/** Maximum number of waiting bodies per organization; each holds its text in memory. */
const MAX_WAITING = 8;
/** Maximum wait; a body takes some hundredths of a second with its pause. */
const MAX_WAIT_MS = 10_000;
const RETRY = { 'retry-after': '2' };

/** The connection of a waiting request. */
type Connection = Pick<EventEmitter, 'once' | 'off'>;

interface Turn {
  begin(): void;
}

/**
 * Parses large bodies one at a time, with a pause after each, round-robin by organization. Parsing a megabyte of JSON
 * blocks the process for ten milliseconds; many at once would starve all other requests.
 */
export class LargeBodies {
  /** Waiting bodies by owner; after a turn an owner moves to the end. */
  readonly #waiting = new Map<string, Turn[]>();
  #isBusy = false;

  /**
   * Parses a body when its turn has come; at once when no other waits.
   * @param owner an organization, or a person without one.
   * @param connection of its client; the body is dropped when it closes.
   * @returns the result of `read`, or its error. Throws 429 when the owner has too many waiting, or has waited too
   * long.
   */
  async inTurn<Body>(owner: string, read: () => Body, connection?: Connection): Promise<Body> {
    if (this.#isBusy) await this.#turnOf(owner, connection);
    this.#isBusy = true;
    const from = performance.now();
    try {
      return read();
    } finally {
      void sleep((performance.now() - from) * REST, undefined, { ref: false }).then(() => this.#next());
    }
  }

  async #turnOf(owner: string, connection: Connection | undefined): Promise<void> {
    const queue = this.#waiting.get(owner) ?? [];
    if (queue.length >= MAX_WAITING) throwRefusal('TooManyAttempts', {}, RETRY);
    this.#waiting.set(owner, queue);
    const { promise, resolve } = Promise.withResolvers<'BEGUN' | 'LATE' | 'HUNG_UP'>();
    const turn: Turn = { begin: () => resolve('BEGUN') };
    const leave = (why: 'LATE' | 'HUNG_UP') => this.#leave(owner, turn) && resolve(why);
    const hangUp = () => leave('HUNG_UP');
    const late = setTimeout(() => leave('LATE'), MAX_WAIT_MS).unref();
    queue.push(turn);
    connection?.once('close', hangUp);
    const how = await promise;
    clearTimeout(late);
    connection?.off('close', hangUp);
    if (how === 'HUNG_UP') throw new HungUp();
    if (how === 'LATE') throwRefusal('TooManyAttempts', {}, RETRY);
  }

  /** Gives up a place. @returns whether it was still waiting. */
  #leave(owner: string, turn: Turn): boolean {
    const queue = this.#waiting.get(owner);
    const index = queue?.indexOf(turn) ?? -1;
    if (!queue || index < 0) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.#waiting.delete(owner);
    return true;
  }

  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#isBusy = false;
      return;
    }
    const [owner, queue] = first;
    const turn = queue.shift()!;
    this.#waiting.delete(owner);
    if (queue.length > 0) this.#waiting.set(owner, queue);
    turn.begin();
  }
}
