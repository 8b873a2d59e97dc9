import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** How often a line is written if there is no terminal. */
const INTERVAL_MS = 10_000;

export interface ProgressOptions {
  /** What is being done; the beginning of the line. */
  readonly what: string;
  /** Total amount of work, and how much is done. */
  readonly total: number;
  readonly done: () => number;
  /** The rest of the line. */
  readonly suffix: (percent: number) => string;
  /** Standard error by default. */
  readonly to?: Writable & { readonly isTTY?: boolean };
  readonly eachMs?: number;
}

/** Shows the progress of a long operation: a bar on a terminal, otherwise a line every ten seconds. */
export class Progress {
  readonly #options: ProgressOptions & Required<Pick<ProgressOptions, 'to' | 'eachMs'>>;
  readonly #bar: SingleBar | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProgressOptions) {
    this.#options = { to: process.stderr, eachMs: INTERVAL_MS, ...options };
    const { to, what } = this.#options;
    if (to.isTTY) this.#bar = new SingleBar({ format: `${what}  {bar}  {suffix}`, clearOnComplete: true, stream: to });
  }

  begin(): void {
    const { total, to, what, eachMs } = this.#options;
    if (this.#bar) this.#bar.start(total, 0, { suffix: this.#suffix });
    else this.#timer = setInterval(() => to.write(`${what}: ${this.#suffix}\n`), eachMs);
  }

  /** Call when more is done. */
  update(): void {
    this.#bar?.update(this.#done, { suffix: this.#suffix });
  }

  /** Prints something while the bar is shown. */
  interrupt(say: () => void): void {
    const { to } = this.#options;
    if (this.#bar) {
      cursorTo(to, 0);
      clearLine(to, 0);
    }
    say();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#bar?.stop();
  }

  get #done(): number {
    return Math.min(this.#options.done(), this.#options.total);
  }

  get #suffix(): string {
    return this.#options.suffix(Math.floor((100 * this.#done) / Math.max(this.#options.total, 1)));
  }
}
