import { throwRefusal } from '../../http/problems/problem-of.ts';

/** Limits of a queue; `lane` is a kind of work, such as checking files. */
export interface QueueLimits {
  /** Maximum number of running jobs. */
  readonly running: number;
  /** Maximum number of running jobs of one organization. */
  readonly runningPerOrganization: number;
  /** Maximum number of jobs of one organization that wait; 429 beyond it. */
  readonly waitingPerOrganization: number;
}

export interface QueuedWork {
  readonly organization: string;
  /** One organization has at most one running job per lane. */
  readonly lane: string;
  /** Ends the wait, such as when the client has hung up. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly lane: string;
  begin(): void;
}

interface Share {
  /** Work done, in ms, on the queue's virtual clock. */
  usedMs: number;
  readonly lanes: Set<string>;
  readonly waiting: Waiting[];
}

/**
 * Runs work in turns that are fair between organizations: of those that wait, the one that has used least time is next.
 * An organization whose jobs are slow delays its own, and others by one job at most. Organizations that use the same
 * time take turns round-robin.
 */
export class FairQueue {
  readonly #shares = new Map<string, Share>();
  #running = 0;
  /** Time used by the organization that began last: one that comes back after a pause has saved nothing. */
  #now = 0;

  constructor(
    private readonly limits: QueueLimits,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /**
   * Runs the work when its turn has come, and settles as it does. Throws 429 when too many of the organization wait.
   * @throws the signal's reason when it was aborted before the turn came.
   */
  async run<Done>({ organization, lane, signal }: QueuedWork, work: () => Promise<Done>): Promise<Done> {
    signal?.throwIfAborted();
    const share = this.#shareOf(organization);
    if (share.waiting.length >= this.limits.waitingPerOrganization)
      throwRefusal('TooManyAttempts', {}, { 'retry-after': '5' });
    await this.#turn(share, organization, lane, signal);
    const begunAt = this.clock();
    try {
      return await work();
    } finally {
      this.#running--;
      share.lanes.delete(lane);
      share.usedMs += this.clock() - begunAt;
      this.#forget(organization, share);
      this.#beginWaiting();
    }
  }

  #shareOf(organization: string): Share {
    const share = this.#shares.get(organization) ?? { usedMs: this.#now, lanes: new Set(), waiting: [] };
    this.#shares.set(organization, share);
    if (share.lanes.size === 0 && share.waiting.length === 0) share.usedMs = Math.max(share.usedMs, this.#now);
    return share;
  }

  #turn(share: Share, organization: string, lane: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        share.waiting.splice(share.waiting.indexOf(waiting), 1);
        this.#forget(organization, share);
        reject(signal!.reason as Error);
      };
      const waiting = {
        lane,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      share.waiting.push(waiting);
      this.#beginWaiting();
    });
  }

  /** Organizations are remembered while there is work: without any, none is behind another. */
  #forget(organization: string, share: Share): void {
    if (share.lanes.size > 0 || share.waiting.length > 0) return;
    if (share.usedMs <= this.#now) this.#shares.delete(organization);
    if (this.#running > 0 || [...this.#shares.values()].some(({ waiting }) => waiting.length > 0)) return;
    this.#shares.clear();
    this.#now = 0;
  }

  #beginWaiting(): void {
    while (this.#running < this.limits.running) {
      const next = this.#next();
      if (!next) return;
      const { share, waiting } = next;
      share.waiting.splice(share.waiting.indexOf(waiting), 1);
      share.lanes.add(waiting.lane);
      this.#running++;
      this.#now = Math.max(this.#now, share.usedMs);
      waiting.begin();
    }
  }

  #next(): { readonly share: Share; readonly waiting: Waiting } | undefined {
    let next: { share: Share; waiting: Waiting } | undefined;
    for (const share of this.#shares.values()) {
      if (share.lanes.size >= this.limits.runningPerOrganization) continue;
      if (next && next.share.usedMs <= share.usedMs) continue;
      const waiting = share.waiting.find(({ lane }) => !share.lanes.has(lane));
      if (waiting) next = { share, waiting };
    }
    return next;
  }
}
