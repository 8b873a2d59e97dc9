import { throwRefusal } from '../../http/problems/problem-of.ts';

/**
 * Concurrent hashes; each takes 46 MiB and a core. When many wait it is one, since signed-in users need the machine
 * too.
 */
const MAX_CONCURRENT = 2;
const MAX_CONCURRENT_WHEN_CROWDED = 1;
const CROWDED_ABOVE = 24;
/** Queue length: total, and the places reserved for devices that signed in to the account before. */
export const MAX_WAITING = 64;
export const RESERVED_FOR_KNOWN = 16;
const RETRY = { 'retry-after': '2' };

/** A request to verify a password. None of its properties depends on whether the account exists. */
export interface QueuedRequest {
  /** Networks of the client, the widest first. */
  readonly networks: readonly string[];
  /** Whether the device signed in to the account before. */
  readonly isKnown: boolean;
  /** Aborted when the client has disconnected. */
  readonly gone?: AbortSignal;
}

interface Waiting {
  readonly networks: readonly string[];
  begin(): void;
  reject(): void;
}

interface Network {
  waiting: number;
  /** Time of arrival or of the last turn: the lowest is next. */
  last: number;
}

/**
 * A queue that is fair between networks: first between the widest, within each between the next, and in the narrowest
 * first come, first served.
 */
class FairQueue {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  readonly #networks = new Map<string, Network>();
  #clock = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Adds a request. Returns the one that loses its place: the newest of the network with the most waiting; on a tie, of
   * the one whose wider networks have the most.
   */
  enter(one: Waiting): Waiting | undefined {
    this.#waiting.push(one);
    for (const name of one.networks) {
      const network = this.#networks.get(name);
      if (network) network.waiting++;
      else this.#networks.set(name, { waiting: 1, last: ++this.#clock });
    }
    if (this.#waiting.length <= this.#most) return undefined;
    const crowd = ({ networks }: Waiting) =>
      [networks.at(-1)!, ...networks].map((name) => this.#networks.get(name)!.waiting);
    const out = this.#waiting.reduce((most, other) => (isLess(crowd(other), crowd(most)) ? most : other));
    this.leave(out);
    return out;
  }

  get count(): number {
    return this.#waiting.length;
  }

  /** Removes and returns the next request. */
  next(): Waiting | undefined {
    if (this.#waiting.length === 0) return undefined;
    const turn = ({ networks }: Waiting) => networks.map((name) => this.#networks.get(name)!.last);
    const next = this.#waiting.reduce((first, other) => (isLess(turn(other), turn(first)) ? other : first));
    for (const name of next.networks) this.#networks.get(name)!.last = ++this.#clock;
    this.leave(next);
    return next;
  }

  leave(one: Waiting): boolean {
    const index = this.#waiting.indexOf(one);
    if (index < 0) return false;
    this.#waiting.splice(index, 1);
    for (const name of one.networks) {
      const network = this.#networks.get(name)!;
      if (--network.waiting === 0) this.#networks.delete(name);
    }
    return true;
  }
}

/** Lexicographic comparison. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((number, place) => number !== other[place]);
  return index >= 0 && one[index]! < other[index]!;
}

/**
 * Queues password verifications. Networks take turns, and so do known and unknown devices, so that a flood from one
 * network delays those of other networks, and of known devices, by at most one verification.
 */
export class PasswordQueue {
  readonly #known = new FairQueue(RESERVED_FOR_KNOWN);
  readonly #others = new FairQueue(MAX_WAITING - RESERVED_FOR_KNOWN);
  #running = 0;
  #wasKnown = false;

  /** Whether requests are waiting. */
  get isCrowded(): boolean {
    return this.#known.count + this.#others.count > 0;
  }

  /** Runs the work when its turn comes. Throws 503 when there is no place, or the client has disconnected. */
  async take<T>(request: QueuedRequest, work: () => Promise<T>): Promise<T> {
    if (request.gone?.aborted) throwRefusal('Unavailable', {}, RETRY);
    await this.#waitForTurn(request);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  async #waitForTurn({ networks, isKnown, gone }: QueuedRequest): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const one: Waiting = { networks, begin: () => resolve(true), reject: () => resolve(false) };
    const leave = () => (this.#known.leave(one) || this.#others.leave(one)) && one.reject();
    gone?.addEventListener('abort', leave, { once: true });
    try {
      const outOfKnown = isKnown ? this.#known.enter(one) : one;
      (outOfKnown && this.#others.enter(outOfKnown))?.reject();
      this.#startNext();
      if (!(await promise)) throwRefusal('Unavailable', {}, RETRY);
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  }

  #startNext(): void {
    while (this.#running < (this.#others.count > CROWDED_ABOVE ? MAX_CONCURRENT_WHEN_CROWDED : MAX_CONCURRENT)) {
      const next = this.#next();
      if (!next) return;
      this.#running++;
      next.begin();
    }
  }

  #next(): Waiting | undefined {
    const [first, second] = this.#wasKnown ? [this.#others, this.#known] : [this.#known, this.#others];
    const next = first.next();
    this.#wasKnown = next !== undefined ? !this.#wasKnown : this.#wasKnown;
    return next ?? second.next();
  }
}
