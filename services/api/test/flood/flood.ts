import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloodOrder, Statuses } from './flood-process.ts';

const program = fileURLToPath(new URL('./flood-process.ts', import.meta.url));
const begin = (...args: string[]): ChildProcess =>
  fork(program, args, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--experimental-strip-types'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });

/** A flood of requests from another process, like an attacker's. */
export class Flood {
  readonly #child: ChildProcess;
  readonly #since = performance.now();

  constructor(order: FloodOrder) {
    this.#child = begin();
    this.#child.send(order);
  }

  /** Ends it. Returns the statuses and the requests per second. */
  async end(): Promise<{ readonly statuses: Statuses; readonly rate: number }> {
    const seconds = (performance.now() - this.#since) / 1_000;
    const counted = once(this.#child, 'message') as Promise<[Statuses]>;
    const ended = once(this.#child, 'exit');
    this.#child.send('end');
    const [statuses] = await counted;
    await ended;
    return { statuses, rate: Object.values(statuses).reduce((sum, count) => sum + count, 0) / seconds };
  }
}

/** A listener in another process that only answers: a flood against it shows the sender's own cost. */
export class Listener {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async open(): Promise<Listener> {
    const child = begin('listener');
    const [port] = (await once(child, 'message')) as [number];
    return new Listener(child, port);
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
