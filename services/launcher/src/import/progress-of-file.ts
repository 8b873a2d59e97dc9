import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** How often a line is written where there is no terminal. */
const EACH_MS = 10_000;

export interface FileProgressOptions {
  /** What is done to the file, as the line begins. */
  readonly what: string;
  /** Of the whole file. */
  readonly bytes: number;
  /** How many bytes of it have been read by now. */
  readonly read: () => number;
  /** Standard error by default. */
  readonly to?: Writable & { readonly isTTY?: boolean };
  readonly eachMs?: number;
}

/** How far a file has been gone through: a bar on a terminal, and a line each ten seconds anywhere else. */
export class ProgressOfFile {
  readonly #options: FileProgressOptions & Required<Pick<FileProgressOptions, 'to' | 'eachMs'>>;
  readonly #bar: SingleBar | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lines = 0;

  constructor(options: FileProgressOptions) {
    this.#options = { to: process.stderr, eachMs: EACH_MS, ...options };
    const { to, what } = this.#options;
    if (to.isTTY) this.#bar = new SingleBar({ format: `${what}  {bar}  {percentage} %, {lines} lines`, clearOnComplete: true, stream: to });
  }

  begin(): void {
    const { bytes, to, what, eachMs } = this.#options;
    if (this.#bar) this.#bar.start(bytes, 0, { lines: 0 });
    else this.#timer = setInterval(() => to.write(`${what}: ${this.#lines} lines, ${Math.floor((100 * this.#read) / Math.max(bytes, 1))} % of the file\n`), eachMs);
  }

  /** @param lines that are done. */
  tell(lines: number): void {
    this.#lines = lines;
    this.#bar?.update(this.#read, { lines });
  }

  /** Says something meanwhile. */
  aside(say: () => void): void {
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

  get #read(): number {
    return Math.min(this.#options.read(), this.#options.bytes);
  }
}
